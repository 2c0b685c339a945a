#include "ricochet/io/read_events.hpp"

#include "ricochet/io/read_table.hpp"

#include <cmath>

namespace ricochet {
namespace {

constexpr double most_steps = 1e15;  // more are not counted one by one in a double

EventRow event_of(const TableRow& row) {
  const double step = row.number(0);
  if (step < 0.0 || step > most_steps || step != std::floor(step))
    row.refuse("column 'step': expected a whole number >= 0, not '" + row.text(0) + "'");
  EventRow event{.step = static_cast<long>(step),
                 .t = row.number(1),
                 .constraints = words_of(row.text(2)),
                 .impulse = row.numbers(3)};
  if (event.impulse.size() != event.constraints.size())
    row.refuse("names " + std::to_string(event.constraints.size()) + " constraints, but " +
               std::to_string(event.impulse.size()) +
               " impulses; write one impulse per constraint");
  return event;
}

}  // namespace

std::vector<EventRow> read_events(const std::string& path) {
  std::vector<EventRow> events;
  read_table(path, {"step", "time", "constraints", "impulse"},
             [&](const TableRow& row) { events.push_back(event_of(row)); });
  return events;
}

}  // namespace ricochet
