#include "program/command.hpp"
#include "program/options/operands.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/registry.hpp"
#include "ricochet/text/text.hpp"

#include <fmt/format.h>

#include <ostream>
#include <stdexcept>

namespace ricochet::cli {
namespace {

using Words = std::vector<std::string>;

template <class Entries>
Words names_of(const Entries& entries) {
  Words names;
  for (const auto& entry : entries) names.push_back(entry.name);
  return names;
}

Words shells() { return {"bash", "zsh"}; }

/// What may stand after an option, where that is one of a few words.
Words values_of(const OptionEntry& option) {
  if (option.name == "--stepper" || option.name == "--steppers") return names_of(all_steppers());
  if (option.name == "--problem") return problem_names();
  for (const StepperOption& each : all_stepper_options())
    if (option.name == each.flag) return each.words;
  return {};
}

bool has(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

/// Values that are lists have names like A,B,.. in the help.
bool is_list(const std::string& value) { return has(value, ",.."); }

/// What the script does for the value of an option; it knows files, folders and words by the name
/// that the value has in the help. Numbers cannot be completed.
std::string reaction(const OptionEntry& option) {
  const Words words = values_of(option);
  if (!words.empty())
    return fmt::format("{}words=\"{}\"", is_list(option.value) ? "kind=list " : "",
                       join(words, " "));
  if (has(option.value, "FILE") || option.value == "REPORT") return "kind=-f";
  if (option.value == "DIR") return "kind=-d";
  if (option.name == "--set" || option.name == "--grid" || option.name == "--random")
    return "kind=parameters";
  return "return";
}

Words option_names(const Command& command) {
  Words names{"--help"};
  for (const OptionEntry& option : command.options) names.push_back(option.name);
  return names;
}

/// What the script does for a word that is no value of an option.
std::string operand_reaction(const Command& command) {
  const Words words = operand_words(command);
  const bool takes_file = words.empty() && command.takes != Operand::none;
  return fmt::format("options=\"{}\" words=\"{}\"{}", join(option_names(command), " "),
                     join(words, " "),
                     takes_file                   ? " kind=-f"
                     : command.operand == "SUITE" ? " kind=list"
                                                  : "");
}

std::string command_cases() {
  std::string cases;
  for (const Command& command : all_commands()) {
    cases += fmt::format("    {})\n      case \"$previous\" in\n", command.name);
    for (const OptionEntry& option : command.options)
      if (!option.value.empty())
        cases += fmt::format("        {}) {} ;;\n", option.name, reaction(option));
    cases += fmt::format("        *) {} ;;\n      esac ;;\n", operand_reaction(command));
  }
  return cases;
}

/// The names that --set may have, by problem.
std::string parameter_cases() {
  std::string cases;
  for (const ProblemEntry& entry : all_problems()) {
    Words names = names_of(entry.structure);
    for (const std::string& name : entry.make().system.parameter_names()) names.push_back(name);
    for (std::string& name : names) name += "=";
    cases += fmt::format("        {}) words=\"{}\" ;;\n", entry.name, join(names, " "));
  }
  return cases;
}

std::string bash_script() {
  return fmt::format(R"(# Completion of ricochet for bash: source <(ricochet completion bash)
_ricochet() {{
  local current="${{COMP_WORDS[COMP_CWORD]}}" previous="${{COMP_WORDS[COMP_CWORD-1]}}"
  local kind="" words="" options="" word
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "{commands} --help" -- "$current"))
    return
  fi
  case "${{COMP_WORDS[1]}}" in
{cases}  esac
  case "$current" in
    -*) [ -n "$options" ] && kind="" words="$options" ;;
  esac
  case "$kind" in
    -f|-d)
      local IFS=$'\n'
      COMPREPLY=($(compgen "$kind" -- "$current"))
      compopt -o filenames 2>/dev/null ;;
    list)
      COMPREPLY=($(compgen -P "${{current%"${{current##*,}}"}}" -W "$words" -- "${{current##*,}}")) ;;
    parameters)
      for word in "${{COMP_WORDS[@]}}"; do
        case "$word" in
{parameters}        esac
      done
      COMPREPLY=($(compgen -W "$words" -- "$current"))
      compopt -o nospace 2>/dev/null ;;
    *) COMPREPLY=($(compgen -W "$words" -- "$current")) ;;
  esac
}}
complete -F _ricochet ricochet
)",
                     fmt::arg("commands", join(names_of(all_commands()), " ")),
                     fmt::arg("cases", command_cases()), fmt::arg("parameters", parameter_cases()));
}

/// zsh understands the functions of bash once it is told to.
std::string zsh_script() {
  return "# Completion of ricochet for zsh: source <(ricochet completion zsh)\n"
         "autoload -Uz compinit bashcompinit\ncompinit -u\nbashcompinit\n" +
         bash_script();
}

int completion(const Options& o, Console& console) {
  if (o.operand != "bash" && o.operand != "zsh")
    throw std::invalid_argument("there is no completion for '" + o.operand + "'" +
                                suggestion(o.operand, shells()));
  console.out << (o.operand == "bash" ? bash_script() : zsh_script());
  return exit_code::done;
}

}  // namespace

Command completion_command() {
  return {.name = "completion",
          .summary = "a script that completes words in bash or zsh",
          .operand = "SHELL",
          .takes = Operand::required,
          .about = "bash or zsh",
          .words = shells,
          .examples = {"completion bash", "completion zsh"},
          .run = completion};
}

}  // namespace ricochet::cli
