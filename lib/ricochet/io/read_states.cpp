#include "ricochet/io/read_states.hpp"

#include "ricochet/io/read_table.hpp"

#include <utility>

namespace ricochet {
namespace {

std::vector<std::string> wanted_columns(Index n) {
  std::vector<std::string> names{"t"};
  for (const char* letter : {"q", "p"})
    for (Index i = 0; i < n; ++i) names.push_back(letter + std::to_string(i));
  return names;
}

}  // namespace

std::vector<State> read_states(const std::string& path, Index n) {
  std::vector<State> states;
  read_table(path, wanted_columns(n), [&](const TableRow& row) {
    State state{.t = row.number(0), .q = Vector(n), .p = Vector(n)};
    for (Index i = 0; i < n; ++i) {
      state.q[i] = row.number(static_cast<size_t>(1 + i));
      state.p[i] = row.number(static_cast<size_t>(1 + n + i));
    }
    states.push_back(std::move(state));
  });
  return states;
}

}  // namespace ricochet
