#include "program/command.hpp"
#include "program/options/output_checks.hpp"
#include "program/options/setup.hpp"
#include "program/options/values.hpp"
#include "ricochet/io/files.hpp"
#include "ricochet/io/read_states.hpp"
#include "ricochet/io/read_table.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/stepper_options.hpp"
#include "ricochet/text/text.hpp"
#include "view/page.hpp"
#include "view/view_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <ostream>
#include <stdexcept>

namespace ricochet::cli {
namespace {

[[noreturn]] void refuse(const std::string& what) { throw std::invalid_argument(what); }

std::vector<std::string> planar_problem_names() {
  std::vector<std::string> names;
  for (const ProblemEntry& entry : all_problems())
    if (!planar_bodies(entry.make()).empty()) names.push_back(entry.name);
  return names;
}

void refuse_unless_planar(const Options& run, const Problem& problem) {
  if (planar_bodies(problem).empty())
    refuse("problem '" + run.operand +
           "' has no body that moves in a plane; its coordinates over " +
           "time are drawn by `ricochet run --plot`. These can be played: " +
           join(planar_problem_names()));
}

/// A table of another problem would show nonsense.
void refuse_foreign_table(const ViewSource& source, Index n) {
  const std::vector<std::string> columns = columns_of(source.table);
  const std::string beyond = fmt::format("q{}", n);
  if (std::find(columns.begin(), columns.end(), beyond) != columns.end())
    refuse(fmt::format(
        "{}: has a column '{}', but problem '{}' has {} coordinates, q0 to q{}; name its own "
        "problem or report",
        source.table, beyond, source.run.operand, n, n - 1));
}

void refuse_foreign_report(const ViewSource& source, const State& first) {
  const Options& run = source.run;
  const bool from_the_start = run.t0 && *run.t0 == first.t && run.q0;
  if (from_the_start && !std::equal(first.q.begin(), first.q.end(), run.q0->begin(), run.q0->end()))
    refuse(source.table + ": does not begin where the run of " + source.report +
           " begins; give the report of the run that wrote it");
}

/// Runs end every row with a line end: a last row without one was cut off, perhaps inside a number.
bool is_cut_off(const std::string& table) {
  const std::string text = read_file(table);
  return !text.empty() && text.back() != '\n';
}

std::vector<State> read_trajectory(const ViewSource& source, Index n, Console& console) {
  refuse_foreign_table(source, n);
  std::vector<State> states = read_states(source.table, n);
  if (!states.empty() && is_cut_off(source.table)) {
    console.warning(source.table + ": the last row has no line end and is left out");
    states.pop_back();
  }
  if (states.empty()) refuse(source.table + ": has no row; a run that has begun writes its start");
  for (size_t i = 1; i < states.size(); ++i)
    if (states[i].t <= states[i - 1].t)
      refuse(source.table + ": is no trajectory: t = " + brief(states[i].t) + " s in row " +
             std::to_string(i) + " follows t = " + brief(states[i - 1].t) + " s");
  refuse_foreign_report(source, states.front());
  return states;
}

using Captions = std::vector<std::pair<std::string, std::string>>;

Captions captions_of(const ViewSource& source, const Setup& setup) {
  Captions facts;
  const Options& run = source.run;
  if (run.stepper) facts.emplace_back("method", *run.stepper);
  if (const auto rule = run.word("lagrangian")) facts.emplace_back("discrete Lagrangian", *rule);
  if (run.h) facts.emplace_back("step h", brief(*run.h) + " s");
  for (const StepperOption& option : all_stepper_options())
    if (const SettingValue* chosen = find(run.method, option.key);
        chosen && option.name != "discretization" && option.name != "backend")
      facts.emplace_back(option.key, run.word(option.key).value_or(as_text(*chosen)));
  for (const auto& [name, value] : setup.settings.structure)
    facts.emplace_back(name, std::to_string(std::get<long>(value)));
  const System& system = setup.problem.system;
  for (const std::string& name : system.parameter_names())
    facts.emplace_back(name, brief(system.parameter(name)));
  return facts;
}

std::vector<std::string> notes_of(const ViewSource& source, const Playback& play) {
  std::vector<std::string> notes;
  if (play.frames.size() < play.rows)
    notes.push_back(fmt::format(
        "{} of the {} rows of {} are shown: evenly chosen ones, and those beside impacts and where "
        "a contact opens or closes.",
        play.frames.size(), play.rows, std::filesystem::path(source.table).filename().string()));
  if (play.impacts.size() < play.all_impacts)
    notes.push_back(fmt::format("{} of {} impacts are marked, evenly chosen.", play.impacts.size(),
                                play.all_impacts));
  if (!play.impacts_known && !play.contacts.empty())
    notes.emplace_back(
        "Impacts inside steps are not marked: no table of impacts was given (--events).");
  if (play.listed.size() < play.contacts.size())
    notes.push_back(fmt::format("{} of {} contacts are listed, those that come nearest.",
                                play.listed.size(), play.contacts.size()));
  const auto drawn = 2 * static_cast<Index>(play.bodies.size());
  if (drawn < play.problem.system.n() &&
      std::all_of(play.bodies.begin(), play.bodies.end(),
                  [](const PlanarBody& b) { return b.theta < 0; }))
    notes.emplace_back("The motion has more coordinates than the plane shows.");
  return notes;
}

std::string impacts_of(const Playback& play) {
  if (play.impacts_known || play.contacts.empty())
    return fmt::format("{} impacts", play.impacts.size());
  return "impacts inside steps not known (give --events)";
}

/// The page lies beside what it plays unless it is told where.
std::string page_path(const Options& o) {
  return o.out.empty() ? std::filesystem::path(o.operand).replace_extension(".html").string()
                       : o.out;
}

void check_page(const std::string& path, const ViewSource& source) {
  for (const std::string* input : {&source.table, &source.events, &source.report})
    if (!input->empty() && same_file(path, *input))
      refuse("--out: " + path + " is what is to be viewed; give another name");
  check_writable(path);
}

int view(const Options& o, Console& console) {
  const ViewSource source = find_source(o);
  const std::string path = page_path(o);
  check_page(path, source);
  const Setup setup = make_setup(source.run);
  refuse_unless_planar(source.run, setup.problem);
  const std::vector<State> states = read_trajectory(source, setup.problem.system.n(), console);
  const std::vector<EventRow> events =
      source.events.empty() ? std::vector<EventRow>() : read_events(source.events);
  Playback play = make_playback(setup.problem, states, events);
  play.impacts_known = !source.events.empty();
  const PageText text{.title = source.run.operand,
                      .facts = captions_of(source, setup),
                      .notes = notes_of(source, play)};
  const std::string page = player_page(play, text);
  try {
    write_atomically(path, page);
  } catch (const std::runtime_error& failure) {
    throw OutputFailure(failure.what());
  }
  if (!o.quiet)
    console.out << fmt::format("{}: {} frames of {} rows, {}, {:.1f} MB\n", path,
                               play.frames.size(), play.rows, impacts_of(play),
                               1e-6 * static_cast<double>(page.size()));
  return exit_code::done;
}

OptionTable view_options() {
  using Text = const std::string&;
  return {
      {"--out", "FILE.html", "the page; by default beside the input",
       [](Options& o, Text t) { o.out = t; }},
      {"--report", "FILE.json", "the report of the run that wrote the table",
       [](Options& o, Text t) { o.report = t; }},
      {"--problem", "NAME", "the problem of a table without a report",
       [](Options& o, Text t) { o.problem = t; }},
      {"--events", "FILE.csv", "the impacts of the run; by default those its report names",
       [](Options& o, Text t) { o.events = t; }},
      {"--quiet", "", "print complaints only", [](Options& o, Text) { o.quiet = true; }},
  };
}

}  // namespace

Command view_command() {
  return {.name = "view",
          .summary = "a page that plays the trajectory of a planar problem",
          .operand = "RUN.csv|REPORT.json",
          .takes = Operand::required,
          .about = "a trajectory, or the report of a run that wrote one",
          .options = joined({view_options(), system_options()}),
          .examples = {"view run.csv", "view run.json --out page.html",
                       "view run.csv --problem bowl --set gravity=1.62 --events impacts.csv"},
          .run = view};
}

}  // namespace ricochet::cli
