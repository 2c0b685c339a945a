#include "program/command.hpp"
#include "program/options/output_checks.hpp"
#include "program/options/setup.hpp"
#include "program/progress_line.hpp"
#include "ricochet/io/csv.hpp"
#include "ricochet/io/read_states.hpp"
#include "ricochet/io/report.hpp"
#include "ricochet/monitor.hpp"
#include "ricochet/run/interruption.hpp"
#include "ricochet/run/pool.hpp"
#include "ricochet/run/run_tables.hpp"
#include "ricochet/text/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <optional>
#include <ostream>

namespace ricochet::cli {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

constexpr size_t rows_at_a_time = 16;    // so that threads seldom wait for each other
constexpr size_t chunks_per_thread = 4;  // begun ahead of the one to be written next

struct RowStep {
  Step from = {}, made = {};
};

/// One step from every row, measured and written.
class Map {
 public:
  Map(const Options& o, Console& console);
  int run();

 private:
  void step_rows(size_t worker, size_t chunk);
  void take_rows(size_t chunk);
  void take(long row, const Step& from, const Step& made);
  void note_failure(long row, const Step& from, Step& made);
  void finish(int signal, double wall_seconds);

  const Options& o_;
  Console& console_;
  const bool prints_;  // the next states go to the standard output
  Notice building_;
  Setup setup_;
  double h_;
  std::vector<std::unique_ptr<Stepper>> steppers_;  // one per thread
  std::vector<State> states_;
  Monitor monitor_;
  ProgressLine progress_;
  const size_t chunk_;                       // rows that a thread takes up at a time
  std::vector<std::vector<RowStep>> slots_;  // steps on their way from the threads to the tables
  long failed_ = 0;
  std::string status_ = to_string(StepStatus::converged), message_;
  std::optional<RunTables> tables_;
};

std::vector<State> read_rows(const Options& o, Index n) {
  if (o.states.empty())
    throw std::invalid_argument(
        "map: --states FILE.csv is needed: a table t,q0,..,p0,.. of starts");
  std::vector<State> rows = read_states(o.states, n);
  if (rows.empty()) throw std::invalid_argument(o.states + ": has no row");
  return rows;
}

Map::Map(const Options& o, Console& console)
    : o_(o),
      console_(console),
      prints_(o.out.empty() && !o.quiet),
      building_(console, o.quiet, "building " + o.operand + " ..."),
      setup_(make_setup(o)),
      h_(step_size(o, setup_)),
      states_(read_rows(o, setup_.problem.system.n())),
      monitor_(setup_.problem.system),
      progress_(console, 0, static_cast<long>(states_.size()),
                o.quiet || (prints_ && console.prints_on_terminal()), "rows"),
      chunk_(o.jobs > 1 ? rows_at_a_time : 1),
      slots_(chunks_per_thread * static_cast<size_t>(o.jobs), std::vector<RowStep>(chunk_)) {
  steppers_.push_back(make_stepper(o, setup_, "ipopt"));
  while (steppers_.size() < static_cast<size_t>(o.jobs))
    steppers_.push_back(steppers_.front()->clone());
  building_.clear();
  setup_.settings.options.emplace_back("command", std::string("map"));
  setup_.settings.options.emplace_back("states", o.states);
  monitor_.start_rows();
  if (prints_) console_.out << trajectory_header(setup_.problem.system.n()) << '\n';
  constexpr long every_row = 1;
  tables_.emplace(setup_.problem.system,
                  RunFiles{.trajectory = o.out, .events = o.events, .contacts = o.contacts},
                  every_row);
  tables_->flush();
}

/// The row of a failed step keeps its place: t is advanced, everything else is nan.
void Map::note_failure(long row, const Step& from, Step& made) {
  const StepReport& report = made.report;
  const std::string what = o_.states + ": row " + std::to_string(row) +
                           ", t = " + brief(from.state.t) + " s: " + to_string(report.status) +
                           (report.message.empty() ? "" : ": ") + report.message + ". " +
                           explain(report.status);
  progress_.clear();
  console_.error(what);
  if (failed_++ == 0) {
    status_ = to_string(made.report.status);
    message_ = what;
  }
  made.state = {.t = from.state.t + h_,
                .q = Vector::Constant(from.state.q.size(), nan),
                .p = Vector::Constant(from.state.p.size(), nan)};
  made.contacts = {};
  made.impacts.clear();
  made.report.certificate.dynamics = nan;
}

void Map::take(long row, const Step& from, const Step& made) {
  tables_->take(row, from.state.t, made);
  if (prints_ && !(console_.out << trajectory_row(made.state)))
    throw OutputFailure(unwritable_output);
  tables_->flush();
}

/// The rows of a chunk, in a thread: numbers only.
void Map::step_rows(size_t worker, size_t chunk) {
  std::vector<RowStep>& rows = slots_[chunk % slots_.size()];
  const size_t first = chunk * chunk_, end = std::min(first + chunk_, states_.size());
  for (size_t row = first; row < end; ++row) {
    RowStep& step = rows[row - first];
    step.from = {.state = states_[row]};
    steppers_[worker]->advance(step.from, h_, step.made);
  }
}

/// Measures and writes the rows of a chunk, in order.
void Map::take_rows(size_t chunk) {
  const size_t first = chunk * chunk_, end = std::min(first + chunk_, states_.size());
  for (size_t row = first; row < end; ++row) {
    auto& [from, made] = slots_[chunk % slots_.size()][row - first];
    const long number = monitor_.summary().steps;
    monitor_.observe_row(from, made);
    if (!made.report.ok()) note_failure(number, from, made);
    take(number, from, made);
    progress_.update(number + 1);
  }
}

int Map::run() {
  using Clock = std::chrono::steady_clock;
  const Interruption interrupt;
  const auto begin = Clock::now();
  run_in_order({.jobs = steppers_.size(),
                .count = (states_.size() + chunk_ - 1) / chunk_,
                .ahead = slots_.size(),
                .work = [this](size_t worker, size_t chunk) { step_rows(worker, chunk); },
                .take = [this](size_t chunk) { take_rows(chunk); },
                .stop_requested = [&] { return interrupt.signal() != 0; }});
  progress_.clear();
  finish(interrupt.signal(), std::chrono::duration<double>(Clock::now() - begin).count());
  if (interrupt.signal() != 0) return 128 + interrupt.signal();
  return failed_ == 0 ? exit_code::done : exit_code::failed_step;
}

void Map::finish(int signal, double wall_seconds) {
  tables_->close();
  const RunSummary& summary = monitor_.summary();
  if (signal != 0) {
    status_ = to_string(StepStatus::interrupted);
    message_ = "stopped on request after " + std::to_string(summary.steps) + " of " +
               std::to_string(states_.size()) + " rows";
    console_.error(message_);
  } else if (failed_ == 0) {
    message_ = std::to_string(summary.steps) + " rows, all certified";
  }
  if (!o_.report.empty())
    save(Report{.status = status_,
                .message = message_,
                .summary = summary,
                .wall_seconds = wall_seconds,
                .settings = setup_.settings,
                .more = {{"rows_failed", failed_}, {"version", std::string(RICOCHET_VERSION)}}},
         o_.report);
  if (!o_.quiet && !prints_)
    console_.out << fmt::format(
        "{} on '{}': one step of h = {} s from {} rows, {} failed, "
        "largest certificate {:.2e} m\n",
        steppers_.front()->info().name, setup_.problem.system.name(), brief(h_), summary.steps,
        failed_, summary.certificate_max);
}

int map(const Options& o, Console& console) {
  if (o.quiet && files_to_write(o).empty())
    throw std::invalid_argument(
        "map: with --quiet and without --out, --events, --contacts or --report nothing would be "
        "kept; give one of them, or leave --quiet out");
  check_outputs(o);
  Map map(o, console);
  try {
    return map.run();
  } catch (const std::runtime_error& failure) {
    throw OutputFailure(failure.what());
  }
}

OptionTable map_files() {
  return {
      {"--states", "FILE.csv", "the starts, a table t,q0,..,p0,..; other columns are ignored",
       [](Options& o, const std::string& t) { o.states = t; }},
      {"--out", "FILE.csv", "write the next states, row by row; printed without --out",
       [](Options& o, const std::string& t) { o.out = t; }},
  };
}

}  // namespace

Command map_command() {
  return {.name = "map",
          .summary = "one step from every row of a table",
          .operand = "PROBLEM",
          .takes = Operand::required,
          .options = joined(
              {map_files(), {jobs_option()}, system_options(), method_options(), step_files()}),
          .examples = {"map cradle --states cradle.csv --out next.csv",
                       "map bowl --states starts.csv --stepper gvi --h 0.01 --report map.json"},
          .run = map};
}

}  // namespace ricochet::cli
