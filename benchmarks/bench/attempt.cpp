#include "bench/attempt.hpp"

#include "program/options/parse.hpp"
#include "program/options/setup.hpp"
#include "ricochet/registry.hpp"
#include "ricochet/text/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace ricochet::cli {
namespace {

constexpr const char* simple_problem = "elastic-ball";  // every method takes it, with any option

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  std::istringstream stream(text);
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

/// A comma between numbers belongs to a value.
bool separates(const std::string& list, size_t i) {
  if (list[i] != ',') return false;
  const size_t next = list.find_first_not_of(' ', i + 1);
  return next == std::string::npos || list[next] == ',' ||
         std::isalpha(static_cast<unsigned char>(list[next])) != 0;
}

/// The options of a method as the command line says them.
std::vector<std::string> flags_of(const StepperEntry& entry) {
  std::vector<std::string> names;
  for (const StepperOption& option : all_stepper_options())
    if (entry.has_option(option.name)) names.push_back(option.flag);
  return names;
}

void refuse_options(const std::vector<std::string>& words) {
  const StepperEntry& entry = find_stepper(words.front());
  const std::vector<std::string> names = flags_of(entry);
  if (words.size() > 1 && words[1].rfind("--", 0) != 0)
    throw std::invalid_argument(
        fmt::format("--steppers: '{}' after '{}' is no option; methods are separated by commas",
                    words[1], entry.name));
  for (const std::string& word : words) {
    const std::string name = word.substr(0, word.find('='));
    if (word.rfind("--", 0) == 0 && std::find(names.begin(), names.end(), name) == names.end())
      throw std::invalid_argument(
          fmt::format("--steppers: '{}' has no option {}{}; what is no option of a method belongs "
                      "outside of --steppers",
                      entry.name, name, suggestion(name, names)));
  }
}

template <class Work>
void take_refusal(Attempt& attempt, const Work& work) {
  try {
    work();
  } catch (const std::invalid_argument& refusal) {
    attempt.refusal = refusal.what();
  }
}

}  // namespace

std::vector<std::string> split_methods(const std::string& list) {
  std::vector<std::string> parts{""};
  for (size_t i = 0; i < list.size(); ++i)
    if (separates(list, i))
      parts.emplace_back();
    else
      parts.back() += list[i];
  std::vector<std::string> methods;
  for (const std::string& part : parts) {
    methods.push_back(join(words_of(part), " "));
    if (methods.back().empty())
      throw std::invalid_argument("--steppers: the name of a method is missing in '" + list +
                                  "'; expected names separated by single commas");
  }
  return methods;
}

std::vector<std::string> without_repeats(const std::vector<std::string>& words) {
  std::vector<std::string> once;
  for (const std::string& word : words)
    if (std::find(once.begin(), once.end(), word) == once.end()) once.push_back(word);
  return once;
}

std::vector<std::string> methods_of(const Options& o) {
  if (!o.methods.empty()) return without_repeats(split_methods(o.methods));
  std::vector<std::string> names;
  for (const StepperEntry& entry : all_steppers()) names.push_back(entry.name);
  return names;
}

void refuse_method(const std::string& method) {
  const std::vector<std::string> words = words_of(method);
  refuse_options(words);
  if (words.size() == 1) return;
  Options simple;
  simple.operand = simple_problem;
  try {
    const Options o = with_method(simple, method);
    Setup setup = make_setup(o);
    (void)make_stepper(o, setup, "newton");
  } catch (const std::invalid_argument& refusal) {
    throw std::invalid_argument("--steppers: '" + method + "': " + refusal.what());
  }
}

Options with_method(const Options& common, const std::string& method) {
  std::vector<std::string> words = words_of(method);
  words.insert(words.begin(), {"run", common.operand, "--stepper"});
  Options o = common;
  o.out.clear();  // the folder of the results, not a trajectory
  for (const Given& given : parse(words).given) given.option->take(o, given.value);
  return o;
}

Attempt attempt_to_build(const Options& o, const std::string& default_backend) {
  Attempt attempt;
  take_refusal(attempt, [&] {
    Setup setup = make_setup(o);
    attempt.refusal = find_stepper(*o.stepper).why_not(setup.problem.system);
    if (!attempt.refusal.empty()) return;
    auto stepper = make_stepper(o, setup, default_backend);
    attempt.built = Built{.setup = std::move(setup), .stepper = std::move(stepper)};
  });
  return attempt;
}

Attempt attempt_to_plan(const Options& o, const std::string& default_backend) {
  Attempt attempt = attempt_to_build(o, default_backend);
  if (!attempt.built) return attempt;
  take_refusal(attempt, [&] { attempt.plan = make_run_plan(o, std::move(*attempt.built)); });
  attempt.built.reset();
  return attempt;
}

Attempt attempt_to_plan(const Options& o, const Built& built) {
  Attempt attempt;
  take_refusal(attempt, [&] { attempt.plan = make_run_plan(o, built); });
  return attempt;
}

}  // namespace ricochet::cli
