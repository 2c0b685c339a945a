#include "cli/attempt.hpp"

#include "cli/parse.hpp"
#include "cli/setup.hpp"
#include "ricochet/registry.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>
#include <stdexcept>

namespace ricochet::cli {

std::vector<std::string> split_methods(const std::string& list) {
  std::vector<std::string> methods{""};
  for (size_t i = 0; i < list.size(); ++i) {
    const bool separates = list[i] == ',' && i + 1 < list.size() &&
                           std::isalpha(static_cast<unsigned char>(list[i + 1])) != 0;
    if (separates)
      methods.emplace_back();
    else
      methods.back() += list[i];
  }
  return methods;
}

std::vector<std::string> without_repeats(const std::vector<std::string>& words) {
  std::vector<std::string> once;
  for (const std::string& word : words)
    if (std::find(once.begin(), once.end(), word) == once.end()) once.push_back(word);
  return once;
}

Options with_method(const Options& common, const std::string& method) {
  std::vector<std::string> words{"run", common.operand, "--stepper"};
  std::istringstream stream(method);
  for (std::string word; stream >> word;) words.push_back(word);
  if (words.size() == 3)
    throw std::invalid_argument("--steppers: expected names of methods separated by commas");
  (void)find_stepper(words[3]);
  Options o = common;
  o.out.clear();  // the folder of the results, not a trajectory
  for (const Given& given : parse(words).given) given.option->take(o, given.value);
  return o;
}

Attempt plan_attempt(const Options& o, const std::string& default_backend) {
  Attempt attempt;
  try {
    attempt.refusal = find_stepper(*o.stepper).why_not(make_setup(o).problem.system);
    if (!attempt.refusal.empty()) return attempt;
    attempt.plan = make_run_plan(o, default_backend);
  } catch (const std::invalid_argument& refusal) {
    attempt.refusal = refusal.what();
  }
  return attempt;
}

}  // namespace ricochet::cli
