#include "cli/command.hpp"
#include "cli/figures/figures.hpp"
#include "cli/suites.hpp"
#include "cli/variants.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/registry.hpp"
#include "ricochet/text.hpp"

#include <fmt/format.h>

#include <algorithm>
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

Words figure_keys() {
  Words keys{"all"};
  for (const FigureEntry& entry : all_figures()) keys.push_back(entry.key);
  return keys;
}

const Words shells = {"bash", "zsh"};

/// What may stand after a command, by the name its operand has in the help.
Words operands_of(const Command& command) {
  if (command.operand == "PROBLEM") return problem_names();
  if (command.operand == "KEY|all") return figure_keys();
  if (command.operand == "SUITE") return names_of(all_suites());
  if (command.operand == "SHELL") return shells;
  return {};
}

/// What may stand after an option; empty: a file, or anything.
Words values_of(const OptionEntry& option) {
  if (option.name == "--stepper" || option.name == "--steppers") return names_of(all_steppers());
  if (option.name == "--problem") return problem_names();
  if (option.name == "--backend") return names_of(all_backends());
  if (option.name == "--lagrangian") return {"midpoint", "verlet", "left", "gamma:"};
  for (const Variant& variant : all_variants())
    if (option.name == "--" + variant.name) return variant.words();
  return {};
}

Words option_names(const Command& command) {
  Words names{"--help"};
  for (const OptionEntry& option : command.options) names.push_back(option.name);
  return names;
}

/// "  --stepper|--x) words=...;;" for every option whose values are known.
std::string value_cases() {
  std::string cases;
  Words seen;
  for (const Command& command : all_commands())
    for (const OptionEntry& option : command.options) {
      const Words values = values_of(option);
      if (values.empty() || std::find(seen.begin(), seen.end(), option.name) != seen.end())
        continue;
      seen.push_back(option.name);
      cases += fmt::format("    {}) words=\"{}\" ;;\n", option.name, join(values, " "));
    }
  return cases;
}

/// Options that take a value which is not one of a few words: files are offered after them.
std::string file_options() {
  Words names;
  for (const Command& command : all_commands())
    for (const OptionEntry& option : command.options)
      if (!option.value.empty() && values_of(option).empty() &&
          std::find(names.begin(), names.end(), option.name) == names.end())
        names.push_back(option.name);
  return join(names, "|");
}

/// Operands that are files have names like FILE.csv in the help.
bool takes_file(const Command& command) { return command.operand.find('.') != std::string::npos; }

std::string command_cases() {
  std::string cases;
  for (const Command& command : all_commands())
    cases += fmt::format("    {}) options=\"{}\" operands=\"{}\" files=\"{}\" ;;\n", command.name,
                         join(option_names(command), " "), join(operands_of(command), " "),
                         takes_file(command) ? "-f" : "");
  return cases;
}

std::string bash_script() {
  return fmt::format(R"(# Completion of ricochet for bash: source <(ricochet completion bash)
_ricochet() {{
  local current="${{COMP_WORDS[COMP_CWORD]}}" previous="${{COMP_WORDS[COMP_CWORD-1]}}"
  local words="" options="" operands="" files=""
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "{commands} --help" -- "$current"))
    return
  fi
  case "$previous" in
{values}    {files}) COMPREPLY=($(compgen -f -- "$current")); return ;;
  esac
  case "${{COMP_WORDS[1]}}" in
{cases}  esac
  if [ -n "$words" ]; then
    files=""
  else
    case "$current" in
      -*) words="$options" files="" ;;
      *) words="$operands" ;;
    esac
  fi
  COMPREPLY=($(compgen $files -W "$words" -- "$current"))
}}
complete -F _ricochet ricochet
)",
                     fmt::arg("commands", join(names_of(all_commands()), " ")),
                     fmt::arg("values", value_cases()), fmt::arg("files", file_options()),
                     fmt::arg("cases", command_cases()));
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
                                suggestion(o.operand, shells));
  console.out << (o.operand == "bash" ? bash_script() : zsh_script());
  return exit_code::done;
}

}  // namespace

Command completion_command() {
  return {.name = "completion",
          .summary = "a script that completes words in bash or zsh",
          .operand = "SHELL",
          .takes = Operand::required,
          .examples = {"completion bash", "completion zsh"},
          .run = completion};
}

}  // namespace ricochet::cli
