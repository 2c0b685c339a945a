#include "ricochet/run/run_tables.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <utility>
#include <variant>

namespace ricochet {
namespace {

constexpr const char* begins_name = "out_begins";  // as checkpoints have it

bool is_there(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored);
}

long last_multiple(long every, long step) { return every > 0 ? step / every * every : 0; }

/// The rows of a trajectory up to the checkpoint, checked to be those of the run.
KeptRows trajectory_kept(const std::string& path, long every, const Checkpoint& from, double h) {
  const long done = from.summary.steps, begins = table_begins(from.settings);
  const long last = last_multiple(every, done);
  const long rows = every > 0 ? 1 + (last - last_multiple(every, begins)) / every : 1;
  const State& now = from.step.state;
  KeptRows kept = first_rows(path, trajectory_header(now.q.size()), rows);
  const double t = now.t - static_cast<double>(done - std::max(last, begins)) * h;
  const bool right = last == done ? kept.last_row == trajectory_row(now)
                                  : std::abs(std::atof(kept.last_row.c_str()) - t) < 0.5 * h;
  if (!right)
    throw std::invalid_argument(path + ": cannot be continued: its row " +
                                std::to_string(rows - 1) +
                                " is not of the run to resume; name the file of that run, or a "
                                "new one");
  return kept;
}

std::optional<CsvWriter> new_table(const std::string& path, const std::string& header) {
  if (path.empty()) return {};
  return CsvWriter(path, header);
}

/// A table with one row per step or event: a new one, or what lies before a step.
std::optional<CsvWriter> continued_table(const std::string& path, const std::string& header,
                                         long step) {
  if (!is_there(path)) return new_table(path, header);
  return CsvWriter(path, rows_before_step(path, header, step).bytes);
}

}  // namespace

RunTables::RunTables(const System& system, const RunFiles& files, long every)
    : system_(system),
      every_(every),
      trajectory_(new_table(files.trajectory, trajectory_header(system.n()))),
      events_(new_table(files.events, events_header())),
      contacts_(new_table(files.contacts, contacts_header())) {}

RunTables::RunTables(System system, const RunFiles& files, long every, const Checkpoint& from,
                     double h)
    : system_(std::move(system)), every_(every), made_(from.summary.steps) {
  const bool continues = is_there(files.trajectory);
  KeptRows kept;
  if (continues) kept = trajectory_kept(files.trajectory, every, from, h);
  events_ = continued_table(files.events, events_header(), made_);
  contacts_ = continued_table(files.contacts, contacts_header(), made_);
  if (continues) {
    trajectory_.emplace(files.trajectory, kept.bytes);
    begins_ = table_begins(from.settings);
    row_step_ = std::max(last_multiple(every_, made_), begins_);
  } else {
    trajectory_ = new_table(files.trajectory, trajectory_header(system_.n()));
    start(from.step.state);
    begins_ = row_step_ = made_;
  }
}

void RunTables::start(const State& state) {
  if (trajectory_) trajectory_->write(trajectory_row(state));
}

void RunTables::take(long step, double t, const Step& made) {
  made_ = step + 1;
  if (events_) events_->write(events_rows(system_, step, made));
  if (contacts_) contacts_->write(contacts_row(step, t, made));
  if (!trajectory_ || every_ == 0 || made_ % every_ != 0) return;
  trajectory_->write(trajectory_row(made.state));
  row_step_ = made_;
}

void RunTables::finish(const Step& last) {
  if (trajectory_ && row_step_ != made_) trajectory_->write(trajectory_row(last.state));
  row_step_ = made_;
}

std::array<std::optional<CsvWriter>*, 3> RunTables::all() {
  return {&trajectory_, &events_, &contacts_};
}

void RunTables::flush() {
  for (auto* table : all())
    if (*table) (*table)->flush();
}

void RunTables::close() {
  for (auto* table : all())
    if (*table) (*table)->close();
}

long table_begins(const Settings& stored) {
  const SettingValue* begins = find(stored.options, begins_name);
  const long* step = begins ? std::get_if<long>(begins) : nullptr;
  return step && *step > 0 ? *step : 0;
}

void set_table_begins(Settings& settings, long step) { put(settings.options, begins_name, step); }

}  // namespace ricochet
