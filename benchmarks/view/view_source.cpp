#include "view/view_source.hpp"

#include "program/record/saved_run.hpp"
#include "ricochet/io/files.hpp"

#include <filesystem>
#include <stdexcept>

namespace ricochet::cli {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const std::string& what) { throw std::invalid_argument(what); }

bool is_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

/// Reports are JSON objects, tables begin with names.
bool is_report(const std::string& path) {
  const std::string text = read_file(path);
  const size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string::npos && text[first] == '{';
}

/// A file that a report names: beside the report, where both may have been moved, or as it was
/// named when the run began. Empty if it is not there, or was not written.
std::string named_by(const std::string& report, const std::string& name) {
  if (name.empty()) return {};
  const fs::path beside = fs::path(report).parent_path() / fs::path(name).filename();
  if (is_file(beside)) return beside.string();
  return is_file(name) ? name : std::string();
}

struct RunOfReport {
  Options run, files;
};

RunOfReport read_report(const std::string& report) {
  const Settings settings = load_run(report);
  RunOfReport read{.run = options_of(settings, report), .files = {}};
  if (read.run.operand.empty()) refuse(report + ": names no problem; was it written by ricochet?");
  take_files(settings, report, read.files);
  return read;
}

std::string table_of(const std::string& report, const Options& files) {
  if (files.out.empty())
    refuse(report + ": its run wrote no trajectory. Make it again with `ricochet run --from " +
           report + " --out FILE.csv --report FILE.json`");
  const std::string table = named_by(report, files.out);
  if (table.empty())
    refuse(report + ": its trajectory '" + files.out +
           "' is not there; view the table itself, with --report " + report);
  return table;
}

/// The report that describes a table.
std::string report_of(const Options& o) {
  if (!o.report.empty()) return o.report;
  const fs::path beside = fs::path(o.operand).replace_extension(".json");
  if (is_file(beside)) return beside.string();
  refuse(o.operand + ": a table does not say of which problem it is, and there is no report '" +
         beside.string() + "'; give --report FILE.json, or --problem NAME and what was --set");
}

ViewSource source_of_table(const Options& o) {
  ViewSource source{.table = o.operand};
  if (!o.problem.empty()) {
    source.run.operand = o.problem;
    source.run.set = o.set;
    return source;
  }
  source.report = report_of(o);
  const RunOfReport read = read_report(source.report);
  source.run = read.run;
  source.events = named_by(source.report, read.files.events);
  return source;
}

ViewSource source_of_report(const Options& o) {
  const RunOfReport read = read_report(o.operand);
  return {.run = read.run,
          .table = table_of(o.operand, read.files),
          .events = named_by(o.operand, read.files.events),
          .report = o.operand};
}

}  // namespace

ViewSource find_source(const Options& o) {
  const bool report = is_report(o.operand);
  if (report && !o.report.empty()) refuse("--report: " + o.operand + " is a report already");
  if (!o.problem.empty() && (report || !o.report.empty()))
    refuse("--problem and a report exclude each other: the report names the problem");
  if (!o.set.empty() && o.problem.empty())
    refuse("--set goes with --problem; a report holds the parameters of its run");
  ViewSource source = report ? source_of_report(o) : source_of_table(o);
  if (!o.events.empty()) source.events = o.events;
  return source;
}

}  // namespace ricochet::cli
