#include "program/options/option_table.hpp"

#include "program/options/values.hpp"
#include "ricochet/stepper_options.hpp"

#include <stdexcept>
#include <string>

namespace ricochet::cli {
namespace {

using Text = const std::string&;

constexpr long most_jobs = 256;  // more is a slip of the keyboard

/// Stores the text itself.
template <class Member>
OptionEntry text(const std::string& name, const std::string& value, const std::string& help,
                 Member member) {
  return {name, value, help, [member](Options& o, Text t) { o.*member = t; }};
}

/// Stores `yes` when the option is given.
template <class Member>
OptionEntry flag(const std::string& name, const std::string& help, Member member, bool yes = true) {
  return {name, "", help, [member, yes](Options& o, Text) { o.*member = yes; }};
}

/// What was typed, as settings hold it; whether the option takes it is decided with the stepper.
SettingValue typed(const StepperOption& option, Text t) {
  switch (option.notation) {
    case Notation::word: return t;
    case Notation::flag: return option.alone;
    case Notation::count: return count(option.flag, t);
    case Notation::number: return number(option.flag, t);
    case Notation::numbers: return numbers(option.flag, t);
  }
  return {};
}

OptionEntry entry_of(const StepperOption& option) {
  return {option.flag, option.value, option.help,
          [&option](Options& o, Text t) { put(o.method, option.key, typed(option, t)); }};
}

}  // namespace

OptionTable system_options() {
  return {{"--set", "NAME=VALUE", "a parameter of the problem; may be repeated",
           [](Options& o, Text t) { o.set.push_back(assignment("--set", t)); }, true}};
}

OptionTable method_options() {
  OptionTable options = {
      text("--stepper", "NAME", "method, see `ricochet list`", &Options::stepper)};
  for (const StepperOption& option : all_stepper_options()) options.push_back(entry_of(option));
  options.push_back(
      {"--h", "H", "step size [s]", [](Options& o, Text t) { o.h = positive_number("--h", t); }});
  return options;
}

OptionEntry stepper_option(const std::string& name, const std::string& help) {
  OptionEntry entry = entry_of(find_stepper_option(name));
  if (!help.empty()) entry.help = help;
  return entry;
}

OptionTable duration_options() {
  return {
      {"--steps", "N", "steps from the start, resumed or not",
       [](Options& o, Text t) {
         o.steps = count("--steps", t);
         o.time.reset();
       }},
      {"--time", "T", "the same as a duration [s]",
       [](Options& o, Text t) {
         o.time = positive_number("--time", t);
         o.steps.reset();
       }},
  };
}

OptionTable start_options() {
  return {
      {"--q0", "A,B,..", "coordinates at the start",
       [](Options& o, Text t) {
         o.q0 = numbers("--q0", t);
         o.q0_stored = false;
       }},
      {"--p0", "A,B,..", "momenta at the start",
       [](Options& o, Text t) {
         o.p0 = numbers("--p0", t);
         o.p0_stored = false;
         o.v0.reset();
       }},
      {"--v0", "A,B,..", "velocities at the start, instead of momenta",
       [](Options& o, Text t) {
         o.v0 = numbers("--v0", t);
         o.p0.reset();
       }},
      {"--start", "FILE.csv", "start from the first row of a table t,q0,..,p0,..",
       [](Options& o, Text t) {
         o.start = t;
         o.t0.reset();
         o.q0.reset();
         o.p0.reset();
         o.v0.reset();
       }},
      flag("--project-start", "move the start to the nearest one that fits the constraints",
           &Options::project_start),
      flag("--violated-start", "take a start that violates constraints", &Options::violated_start),
  };
}

OptionTable step_files() {
  return {
      text("--events", "FILE.csv", "write the impacts", &Options::events),
      text("--contacts", "FILE.csv", "write the contact sets of every step", &Options::contacts),
      text("--report", "FILE.json", "write what happened, for scripts", &Options::report),
      flag("--quiet", "print complaints only", &Options::quiet),
  };
}

OptionTable run_files() {
  return {
      text("--out", "FILE.csv", "write the trajectory", &Options::out),
      {"--every", "K", "write every K-th step only; 0: start and end",
       [](Options& o, Text t) { o.every = count("--every", t); }},
      {"--certify-every", "K", "judge every K-th step as a whole; 0: none",
       [](Options& o, Text t) { o.certify_every = count("--certify-every", t); }},
      text("--plot", "FILE.svg|.png", "draw paths, energy and gaps", &Options::plot),
      text("--checkpoint", "FILE", "save the state of the run again and again",
           &Options::checkpoint),
      text("--resume", "FILE", "continue the run of a checkpoint or report", &Options::resume),
      text("--from", "REPORT", "start with the options of a report", &Options::from),
  };
}

OptionEntry measure_option() {
  return flag("--measure", "measure the errors of the methods that fit", &Options::measure);
}

OptionEntry jobs_option() {
  return {"--jobs", "N", "threads, 1 by default; the results do not depend on it",
          [](Options& o, Text t) {
            o.jobs = count("--jobs", t);
            if (o.jobs < 1 || o.jobs > most_jobs)
              throw std::invalid_argument("--jobs: expected a whole number from 1 to " +
                                          std::to_string(most_jobs) + ", not '" + t + "'");
          }};
}

OptionTable joined(std::vector<OptionTable> groups) {
  OptionTable all;
  for (const OptionTable& group : groups) all.insert(all.end(), group.begin(), group.end());
  return all;
}

const std::vector<std::pair<std::string, std::string>>& exclusive_options() {
  static const std::vector<std::pair<std::string, std::string>> pairs = {
      {"--steps", "--time"}, {"--p0", "--v0"},    {"--start", "--q0"},
      {"--start", "--p0"},   {"--start", "--v0"}, {"--resume", "--from"},
  };
  return pairs;
}

}  // namespace ricochet::cli
