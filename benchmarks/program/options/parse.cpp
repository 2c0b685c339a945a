#include "program/options/parse.hpp"

#include "program/options/operands.hpp"
#include "ricochet/text/text.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>
#include <sstream>
#include <stdexcept>

namespace ricochet::cli {
namespace {

[[noreturn]] void refuse(const std::string& what) { throw std::invalid_argument(what); }

std::vector<std::string> names_of(const OptionTable& options) {
  std::vector<std::string> names{"--help"};
  for (const OptionEntry& option : options) names.push_back(option.name);
  return names;
}

const OptionEntry* find_option(const Command& command, const std::string& name) {
  for (const OptionEntry& option : command.options)
    if (option.name == name) return &option;
  return nullptr;
}

[[noreturn]] void refuse_option(const Command& command, const std::string& name) {
  for (const Command& other : all_commands())
    if (find_option(other, name))
      refuse("'" + command.name + "' has no option " + name + "; '" + other.name + "' has it");
  refuse("'" + command.name + "' has no option " + name +
         suggestion(name, names_of(command.options)));
}

const Command& find_command(const std::string& name) {
  std::vector<std::string> names;
  for (const Command& command : all_commands()) {
    if (command.name == name) return command;
    names.push_back(command.name);
  }
  refuse("there is no command '" + name + "'" + suggestion(name, names));
}

/// "--p0 -2,1" becomes "--p0=-2,1", so that a value may begin with a dash. Unknown options are
/// refused here, where the nearest name is known.
std::vector<std::string> with_values_attached(const Command& command,
                                              const std::vector<std::string>& words) {
  std::vector<std::string> attached;
  for (size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word.empty())
      refuse("'" + command.name + "': an empty word is given; is a variable unset?");
    const std::string name = word.substr(0, word.find('='));
    if (word.size() < 2 || word.front() != '-' || word == "-h" || word == "--help") {
      attached.push_back(word);
      continue;
    }
    const OptionEntry* option = find_option(command, name);
    if (!option) refuse_option(command, name);
    if (option->value.empty()) {
      if (name != word) refuse(name + " takes no value");
      attached.push_back(word);
      continue;
    }
    const bool has_value = name != word;
    const bool next_is_option = i + 1 < words.size() && find_option(command, words[i + 1]);
    if (!has_value && (i + 1 == words.size() || next_is_option))
      refuse(name + " needs a value: " + name + " " + option->value);
    const std::string value = has_value ? word.substr(name.size() + 1) : words[++i];
    if (value.empty()) refuse(name + " needs a value: " + name + " " + option->value);
    attached.push_back(name + "=" + value);
  }
  return attached;
}

void add_option(CLI::App& app, const OptionEntry& option, Parsed& parsed) {
  if (option.value.empty()) {
    app.add_flag_function(
        option.name,
        [&](std::int64_t) {
          parsed.given.push_back({&option, ""});
        },
        option.help);
    return;
  }
  app.add_option_function<std::vector<std::string>>(
         option.name,
         [&](const std::vector<std::string>& values) {
           if (values.size() > 1 && !option.repeatable)
             refuse(option.name + " is given more than once");
           for (const std::string& value : values) parsed.given.push_back({&option, value});
         },
         option.help)
      ->type_name(option.value)
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->allow_extra_args(false);
}

std::string examples_of(const Command& command) {
  std::string text = "Examples:";
  for (const std::string& example : command.examples) text += "\n  ricochet " + example;
  return text;
}

std::unique_ptr<CLI::App> make_app(Parsed& parsed) {
  auto app = std::make_unique<CLI::App>(
      "Structure-preserving time stepping of mechanical systems with constraints", "ricochet");
  app->set_version_flag("--version", "ricochet " RICOCHET_VERSION);
  app->footer("`ricochet COMMAND --help` shows options and examples.");
  app->require_subcommand(1);
  app->failure_message([](const CLI::App*, const CLI::Error& e) { return std::string(e.what()); });
  for (const Command& command : all_commands()) {
    CLI::App* sub = app->add_subcommand(command.name, command.summary);
    if (command.takes == Operand::several)
      sub->add_option(command.operand, parsed.operands, about_operand(command))
          ->required()
          ->type_name("");
    else if (command.takes != Operand::none)
      sub->add_option(command.operand, parsed.operand, about_operand(command))
          ->required(command.takes == Operand::required)
          ->type_name("");
    for (const OptionEntry& option : command.options) add_option(*sub, option, parsed);
    sub->footer(examples_of(command));
    sub->callback([&parsed, &command] { parsed.command = &command; });
  }
  return app;
}

void refuse_exclusive(const Parsed& parsed) {
  for (const auto& [a, b] : exclusive_options())
    if (parsed.find(a) && parsed.find(b)) refuse(a + " and " + b + " exclude each other");
}

}  // namespace

const Given* Parsed::find(const std::string& option) const {
  const auto found = std::find_if(given.begin(), given.end(),
                                  [&](const Given& g) { return g.option->name == option; });
  return found == given.end() ? nullptr : &*found;
}

Parsed parse(const std::vector<std::string>& words) {
  Parsed parsed;
  const auto app = make_app(parsed);
  if (words.empty()) refuse("no command is given; `ricochet --help` lists them");
  std::vector<std::string> arguments = words;
  if (words[0].empty() || words[0].front() != '-') {
    arguments = with_values_attached(find_command(words[0]), {words.begin() + 1, words.end()});
    arguments.insert(arguments.begin(), words[0]);
  }
  std::reverse(arguments.begin(), arguments.end());  // as CLI11 expects them
  try {
    app->parse(arguments);
  } catch (const CLI::Success& help) {
    std::ostringstream text;
    app->exit(help, text, text);
    return {.text = text.str()};
  } catch (const CLI::ParseError& error) {
    refuse("'" + words[0] + "': " + error.what());
  }
  refuse_exclusive(parsed);
  return parsed;
}

}  // namespace ricochet::cli
