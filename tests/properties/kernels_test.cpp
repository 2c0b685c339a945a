#include "ricochet/problems.hpp"
#include "ricochet/registry.hpp"
#include "support/places.hpp"
#include "support/processor.hpp"
#include "support/shell.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

/// Law: native and interpreted kernels give the same bits, and so the same steps.

namespace ricochet {
namespace {

using support::Ended;
using support::shell;

/// What kernel_bits prints in a process whose kernels are of this kind.
std::vector<std::string> lines(const std::string& kernels, const std::string& arguments) {
  const support::ScratchFolder folder;
  const Ended ended = shell(folder, "RICOCHET_KERNELS=" + kernels + " '" +
                                        std::string(support::kernel_bits) + "' " + arguments);
  EXPECT_EQ(ended.code, 0) << ended.err;
  std::vector<std::string> all;
  std::istringstream text(ended.out);
  for (std::string line; std::getline(text, line);) all.push_back(line);
  return all;
}

void expect_same(const std::string& arguments, size_t least) {
  const std::vector<std::string> native = lines("native", arguments),
                                 interpreted = lines("interpreted", arguments);
  EXPECT_GE(native.size(), least);
  EXPECT_EQ(native, interpreted);
  const auto failed = std::count_if(native.begin(), native.end(), [](const std::string& line) {
    return line.find("failed") != std::string::npos;
  });
  EXPECT_LT(failed, static_cast<long>(native.size()) / 4);
}

TEST(KernelsOfEveryProblem, give_the_same_steps_by_its_own_method) {
  expect_same("12 own", all_problems().size());
}

TEST(KernelsOfEveryProblem, give_the_same_steps_by_every_method_Slow) {
  expect_same("60 all", 3 * all_problems().size());
}

TEST(KernelsOfLargeProblems, give_the_same_steps_by_loops) { expect_same("8 large", 5); }

TEST(KernelsOfEveryProblem, would_show_other_steps) {
  EXPECT_NE(lines("native", "3 own"), lines("native", "4 own"));
}

TEST(KernelsOfTheProcess, of_a_wrong_name_are_refused) {
  const support::ScratchFolder folder;
  const Ended ended =
      shell(folder, "RICOCHET_KERNELS=fast '" + std::string(support::kernel_bits) + "' 1 own");
  EXPECT_NE(ended.code, 0);
  EXPECT_NE(ended.err.find("RICOCHET_KERNELS must be 'native' or 'interpreted', it is 'fast'"),
            std::string::npos)
      << ended.err;
}

/// The permissions of what this process has mapped, with what allows both writing and executing.
std::string writable_code() {
  std::ifstream maps("/proc/self/maps");
  std::string found;
  for (std::string line; std::getline(maps, line);)
    if (line.find("rwx") != std::string::npos) found += line + '\n';
  return found;
}

TEST(KernelsOfTheProcess, have_no_code_that_can_be_written) {
  const Problem problem = find_problem("cradle").make();
  const auto stepper = make_stepper("gvi", problem.system);
  Step now{.state = problem.initial};
  EXPECT_TRUE(stepper->advance(now, problem.h).report.ok());
  EXPECT_EQ(writable_code(), "");
}

}  // namespace
}  // namespace ricochet
