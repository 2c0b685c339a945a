#include "ricochet/io/csv.hpp"

#include "ricochet/text/text.hpp"

#include <charconv>
#include <functional>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace ricochet {
namespace {

/// A field that contains a comma or a quote is quoted, and its quotes are doubled.
std::string field(const std::string& text) {
  if (text.find_first_of(",\"") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted.append(c == '"' ? 2 : 1, c);
  return quoted + "\"";
}

template <class Values, class Format>
std::string separated(const Values& values, char separator, Format&& format) {
  std::string text;
  for (const auto& value : values) {
    text += format(value);
    text += separator;
  }
  if (!text.empty()) text.pop_back();
  return text;
}

std::string indices(const std::vector<Index>& set) {
  return separated(set, ' ', [](Index i) { return std::to_string(i); });
}

std::string event_row(const System& system, long step, const Impact& impact) {
  const std::string names =
      separated(impact.constraints, ' ', [&](Index i) { return in_one_word(system.gap_name(i)); });
  return separated(
             std::vector<std::string>{std::to_string(step), exact(impact.t), exact(impact.alpha),
                                      field(names), separated(impact.impulse, ' ', exact),
                                      exact(impact.energy_minus), exact(impact.energy_plus)},
             ',', [](const std::string& text) { return text; }) +
         "\n";
}

using Keep = std::function<bool(std::string_view row, long index)>;

/// A last row without its line end was cut off and does not stay.
KeptRows kept_rows(const std::string& path, const std::string& header, const Keep& keep) {
  const std::string text = read_file(path);
  if (text.rfind(header + "\n", 0) != 0)
    throw std::invalid_argument(path + ": cannot be continued: its first line is not '" + header +
                                "'; name the file of the run to resume, or a new one");
  KeptRows kept{.bytes = header.size() + 1};
  while (true) {
    const size_t next = text.find('\n', kept.bytes);
    if (next == std::string::npos) return kept;
    const std::string_view row = std::string_view(text).substr(kept.bytes, next + 1 - kept.bytes);
    if (!keep(row, kept.rows)) return kept;
    ++kept.rows;
    kept.bytes = next + 1;
    kept.last_row = row;
  }
}

}  // namespace

std::string trajectory_header(Index n) {
  std::string header = "t";
  for (const char* name : {",q", ",p"})
    for (Index i = 0; i < n; ++i) header += name + std::to_string(i);
  return header;
}

std::string trajectory_row(const State& state) {
  std::string row = exact(state.t);
  for (const Vector* x : {&state.q, &state.p})
    for (const double value : *x) row.append(",").append(exact(value));
  return row + "\n";
}

std::string in_one_word(std::string name) {
  for (char& c : name)
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r') c = '_';
  return name;
}

std::string events_header() {
  return "step,time,alpha,constraints,impulse,energy_before,energy_after";
}

std::string events_rows(const System& system, long step, const Step& made) {
  std::string rows;
  for (const Impact& impact : made.impacts) rows += event_row(system, step, impact);
  return rows;
}

std::string contacts_header() { return "step,t,predicted,smooth,held,weak,certificate"; }

std::string contacts_row(long step, double t, const Step& made) {
  const ContactSets& sets = made.contacts;
  std::string row = std::to_string(step) + "," + exact(t);
  for (const auto* set : {&sets.predicted, &sets.smooth, &sets.held, &sets.weak})
    row.append(",").append(indices(*set));
  return row + "," + exact(made.report.certificate.worst()) + "\n";
}

CsvWriter::CsvWriter(const std::string& path, const std::string& header) : file_(path) {
  write(header + "\n");
}

KeptRows first_rows(const std::string& path, const std::string& header, long rows) {
  KeptRows kept = kept_rows(path, header, [&](std::string_view, long row) { return row < rows; });
  if (kept.rows < rows)
    throw std::invalid_argument(path + ": cannot be continued: it has " +
                                std::to_string(kept.rows) + " rows, but the run to resume wrote " +
                                std::to_string(rows) + "; name the file of that run, or a new one");
  return kept;
}

KeptRows rows_before_step(const std::string& path, const std::string& header, long step) {
  return kept_rows(path, header, [&](std::string_view row, long) {
    long at = -1;
    const auto parsed = std::from_chars(row.data(), row.data() + row.size(), at);
    return parsed.ec == std::errc{} && at >= 0 && at < step;
  });
}

}  // namespace ricochet
