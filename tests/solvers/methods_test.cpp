#include "ricochet/methods.hpp"

#include "support/places.hpp"
#include "support/scratch_folder.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

namespace ricochet {
namespace {

namespace fs = std::filesystem;

/// Headers of a folder of solvers/ricochet that declare what `word` says and that `text` does not
/// include.
std::vector<std::string> left_out(const std::string& text, const std::string& folder,
                                  const std::string& word) {
  const fs::path root = fs::path(support::tests_folder).parent_path() / "solvers" / "ricochet";
  std::vector<std::string> found;
  int declared = 0;
  for (const auto& entry : fs::directory_iterator(root / folder)) {
    const std::string include =
        "\"ricochet/" + folder + "/" + entry.path().filename().string() + "\"";
    if (entry.path().extension() != ".hpp" ||
        support::content_of(entry.path().string()).find(word) == std::string::npos)
      continue;
    ++declared;
    if (text.find(include) == std::string::npos) found.push_back(include);
  }
  EXPECT_GE(declared, 4) << "of headers in " << root / folder << " with the words " << word;
  return found;
}

std::string methods_header() {
  return support::content_of(
      (fs::path(support::tests_folder).parent_path() / "solvers/ricochet/methods.hpp").string());
}

TEST(Methods, header_includes_every_stepper_and_every_backend) {
  const std::string text = methods_header();
  EXPECT_EQ(left_out(text, "steppers", "final : public Stepper"), std::vector<std::string>{});
  EXPECT_EQ(left_out(text, "backends", "[[nodiscard]] Backend "), std::vector<std::string>{});
}

TEST(MethodsControl, a_header_without_newton_is_noticed) {
  std::string text = methods_header();
  const std::string newton = "\"ricochet/backends/newton.hpp\"";
  text.erase(text.find(newton), newton.size());
  EXPECT_EQ(left_out(text, "backends", "[[nodiscard]] Backend "), std::vector<std::string>{newton});
}

}  // namespace
}  // namespace ricochet
