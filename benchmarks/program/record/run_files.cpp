#include "program/record/run_files.hpp"

#include "ricochet/io/read_states.hpp"

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>

namespace ricochet::cli {
namespace {

bool continues(const RunPlan& plan, const std::string& path) {
  std::error_code ignored;
  return plan.resumed && std::filesystem::is_regular_file(path, ignored);
}

long last_multiple(long every, long step) { return every > 0 ? step / every * every : 0; }

/// The rows of the trajectory up to the checkpoint, checked to be those of the run.
KeptRows trajectory_kept(const RunPlan& plan) {
  const Options& o = plan.options;
  const long done = plan.from.summary.steps, last = last_multiple(o.every, done);
  const long rows = o.every > 0 ? 1 + (last - last_multiple(o.every, o.out_begins)) / o.every : 1;
  KeptRows kept = first_rows(o.out, trajectory_header(plan.problem.system.n()), rows);
  const State& now = plan.from.step.state;
  const double t = now.t - static_cast<double>(done - std::max(last, o.out_begins)) * plan.h;
  const bool right = last == done ? kept.last_row == trajectory_row(now)
                                  : std::abs(std::atof(kept.last_row.c_str()) - t) < 0.5 * plan.h;
  if (!right)
    throw std::invalid_argument(o.out + ": cannot be continued: its row " +
                                std::to_string(rows - 1) +
                                " is not of the run to resume; name the file of that run, or a "
                                "new one");
  return kept;
}

/// A table with one row per step or event: a new one, or what lies before the checkpoint.
std::optional<CsvWriter> open_table(const RunPlan& plan, const std::string& path,
                                    const std::string& header) {
  if (path.empty()) return {};
  if (!continues(plan, path)) return CsvWriter(path, header);
  return CsvWriter(path, rows_before_step(path, header, plan.from.summary.steps).bytes);
}

}  // namespace

RunFiles::RunFiles(const RunPlan& plan)
    : system_(plan.problem.system), every_(plan.options.every), made_(plan.from.summary.steps) {
  const Options& o = plan.options;
  // A wrong file is found before any is cut.
  if (!o.out.empty() && continues(plan, o.out)) (void)trajectory_kept(plan);
  events_ = open_table(plan, o.events, events_header());
  contacts_ = open_table(plan, o.contacts, contacts_header());
  if (!o.out.empty()) open_trajectory(plan);
  flush();
}

void RunFiles::open_trajectory(const RunPlan& plan) {
  const Options& o = plan.options;
  const Index n = system_.n();
  if (continues(plan, o.out)) {
    out_.emplace(o.out, trajectory_kept(plan).bytes);
    out_begins_ = o.out_begins;
    row_step_ = std::max(last_multiple(every_, made_), out_begins_);
    earlier_ = read_states(o.out, n);
  } else {
    out_.emplace(o.out, trajectory_header(n));
    out_->write(trajectory_row(plan.from.step.state));
    out_begins_ = row_step_ = made_;
  }
}

void RunFiles::take(long step, double t, const Step& made) {
  made_ = step + 1;
  if (events_) events_->write(events_rows(system_, step, made));
  if (contacts_) contacts_->write(contacts_row(step, t, made));
  if (!out_ || every_ == 0 || made_ % every_ != 0) return;
  out_->write(trajectory_row(made.state));
  row_step_ = made_;
}

void RunFiles::finish(const Step& last) {
  if (out_ && row_step_ != made_) out_->write(trajectory_row(last.state));
  row_step_ = made_;
}

void RunFiles::flush() {
  for (auto* file : {&out_, &events_, &contacts_})
    if (*file) (*file)->flush();
}

void RunFiles::close() {
  for (auto* file : {&out_, &events_, &contacts_})
    if (*file) (*file)->close();
}

}  // namespace ricochet::cli
