/// Every command line that a page of this repository shows works: the lines of `ricochet` run in
/// the order of their page, in one folder. Of lines with placeholders, and of commands and options
/// that a text only names, the help must know the words. Lines of cmake and of the scripts must
/// name presets and words that exist: this test does not build anything.

#include "support/command_lines.hpp"
#include "support/pages.hpp"
#include "support/shell.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <string>
#include <vector>

namespace ricochet {
namespace {

namespace fs = std::filesystem;
using support::CommandLine;
using support::words_of;

const fs::path root = fs::path(support::tests_folder).parent_path();

std::string content(const fs::path& file) { return support::content_of(file.string()); }

/// Long lines do less of the same: suites of two steps and few cases, under the methods of their
/// problems where the line names none; one figure or problem for all, a hundred steps for a
/// thousand seconds, a tenth of the starts; a hundredth of the values of large grids, but two.
std::string shortened(const std::string& line) {
  const auto replaced = [](const std::string& text, const char* what, const char* by) {
    return std::regex_replace(text, std::regex(what), by);
  };
  if (line.rfind("ricochet bench", 0) == 0) {
    std::string rest = replaced(line, " --(steps|limit) \\S+", "");
    rest = replaced(rest, "bench (full|scaling)", "bench bilateral") + " --steps 2 --limit 0.1";
    return rest.find("--steppers") == std::string::npos ? rest + " --steppers own" : rest;
  }
  if (line.rfind("ricochet sweep", 0) == 0) return replaced(line, ":(\\d+)00\\b", ":$1");
  std::string rest = replaced(line, "figure all", "figure kp12-8.3");
  rest = replaced(rest, "choose all", "choose pogo");
  rest = replaced(rest, "--starts (\\d+)0", "--starts $1");
  return replaced(rest, "--time \\d{4,}", "--steps 100");
}

/// Complaints are empty where all is well.
std::string complaint_of_run(const support::ScratchFolder& folder, const std::string& line) {
  const support::Ended ended = support::shell(folder, shortened(line));
  return ended.code == 0 ? "" : "exit code " + std::to_string(ended.code) + ": " + ended.err;
}

/// Commands and options that the help does not have.
std::string complaint_of_names(const support::ScratchFolder& folder, const std::string& line) {
  const std::vector<std::string> words = words_of(line);
  const bool placeholder = words.size() < 2 || support::has_placeholder(words[1]);
  const support::Ended help =
      support::shell(folder, "ricochet " + (placeholder ? "" : words[1]) + " --help");
  if (help.code != 0) return help.err;
  std::string unknown;
  const std::regex option("--[a-z][-a-z0-9]*");
  for (std::sregex_iterator at(line.begin(), line.end(), option), end; at != end; ++at)
    if (help.out.find(at->str()) == std::string::npos) unknown += " " + at->str();
  return unknown.empty() ? "" : "the help does not have" + unknown;
}

/// Presets that CMakePresets.json does not name, scripts that are not there, words that a script
/// does not know.
std::string complaint_of_build(const std::string& line) {
  const std::vector<std::string> words = words_of(line);
  std::string unknown;
  const std::string presets = content(root / "CMakePresets.json");
  for (size_t i = 0; i < words.size(); ++i) {
    const bool preset = i > 0 && words[i - 1] == "--preset";
    if (preset && presets.find("\"name\": \"" + words[i] + "\"") == std::string::npos)
      unknown += " " + words[i];
    const bool script = words[i].rfind(".ci/", 0) == 0 || words[i].ends_with("/run");
    if (script && !fs::exists(root / words[i])) unknown += " " + words[i];
    const bool word = i > 0 && words[i - 1].rfind(".ci/", 0) == 0 && words[i] != "&&";
    if (word && fs::exists(root / words[i - 1]) &&
        content(root / words[i - 1]).find(words[i]) == std::string::npos)
      unknown += " " + words[i];
  }
  return unknown.empty() ? "" : "there is no" + unknown;
}

struct Findings {
  int run = 0, named = 0, build = 0;    ///< how many lines of a page were looked at
  std::vector<std::string> wrong = {};  ///< lines with their complaints
};

Findings findings_of(const std::string& page) {
  const support::ScratchFolder folder;
  Findings all;
  for (const CommandLine& line : support::command_lines(page)) {
    std::string complaint;
    if (line.text.rfind("ricochet ", 0) != 0) {
      ++all.build;
      complaint = complaint_of_build(line.text);
    } else if (support::has_placeholder(line.text) || support::only_names(line)) {
      ++all.named;
      complaint = complaint_of_names(folder, line.text);
    } else {
      ++all.run;
      complaint = complaint_of_run(folder, line.text);
    }
    if (!complaint.empty()) all.wrong.push_back(line.text + "\n  " + complaint);
  }
  return all;
}

std::vector<fs::path> pages_with_commands() {
  std::vector<fs::path> found;
  for (const fs::path& page : support::pages())
    if (!support::command_lines(content(page)).empty()) found.push_back(page);
  std::sort(found.begin(), found.end());
  return found;
}

class DocumentationCommands : public testing::TestWithParam<fs::path> {};

TEST_P(DocumentationCommands, do_what_the_page_says) {
  for (const std::string& wrong : findings_of(content(GetParam())).wrong) ADD_FAILURE() << wrong;
}

INSTANTIATE_TEST_SUITE_P(Of, DocumentationCommands, testing::ValuesIn(pages_with_commands()),
                         [](const auto& page) {
                           std::string name = fs::relative(page.param, root).string();
                           for (char& c : name)
                             if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
                           return name;
                         });

TEST(DocumentationCommandsControl, pages_with_lines_to_run_are_found) {
  const auto run = [](const fs::path& page) {
    const std::vector<CommandLine> lines = support::command_lines(content(page));
    return std::count_if(lines.begin(), lines.end(), [](const CommandLine& line) {
      return line.text.rfind("ricochet ", 0) == 0 && !support::has_placeholder(line.text) &&
             !support::only_names(line);
    });
  };
  EXPECT_GE(run(root / "README.md"), 12);
  EXPECT_GE(run(root / "benchmarks/README.md"), 15);
}

TEST(DocumentationCommandsControl, every_wrong_line_of_a_page_is_noticed) {
  const Findings found = findings_of(R"(
Names `ricochet shwo PROBLEM`, `ricochet run PROBLEM [--stpes N]` and `ricochet
rnu`; says `ricochet show cradel`. Wants `cmake --preset optimal` and `.ci/setup lintel`.

    ricochet run spring-sphere --set radius=6 --backend newton --time 50   # leaves smooth contact
    ricochet run bowl --steps 3 \
      --setp 4
    ricochet list

```
ricochet map cradle --states nowhere.csv
tests/rnu
ricochet show cradle
```
)");
  EXPECT_EQ(found.run, 6);
  EXPECT_EQ(found.named, 3);
  EXPECT_EQ(found.build, 2);
  EXPECT_EQ(found.wrong.size(), 9U);
  for (const char* right : {"ricochet list", "ricochet show cradle\n"})
    for (const std::string& wrong : found.wrong) EXPECT_EQ(wrong.find(right), std::string::npos);
}

TEST(DocumentationCommandsControl, right_lines_of_a_page_pass) {
  const Findings found = findings_of(R"(
A run (`ricochet run`, `ricochet run --from REPORT`) is played by `ricochet view RUN.csv|REPORT.json`.

    cmake --preset release && cmake --build --preset program
    .ci/setup lint
    ricochet run cradle --steps 5 --out cradle.csv --report cradle.json    # a comment
    ricochet view cradle.json
)");
  EXPECT_EQ(found.run, 2);
  EXPECT_EQ(found.named, 3);
  EXPECT_EQ(found.build, 2);
  for (const std::string& wrong : found.wrong) ADD_FAILURE() << wrong;
}

}  // namespace
}  // namespace ricochet
