// Tables: what `map --states`, `--start` and a resumed run read.
#include "input.hpp"
#include "ricochet/io/csv.hpp"
#include "ricochet/io/read_states.hpp"

#include <vector>

namespace ricochet::fuzz {
namespace {

constexpr Index n = 2;

std::string table(const std::vector<State>& states) {
  std::string text = trajectory_header(n) + "\n";
  for (const State& state : states) text += trajectory_row(state);
  return text;
}

/// States that were read are written and read again with their bits.
void read_and_write(const InputFile& file) {
  std::vector<State> states;
  if (!takes(file, [&] { states = read_states(file.path(), n); })) return;
  const std::string written = table(states);
  const InputFile again(written);
  require(table(read_states(again.path(), n)) == written, "a table is restored bit for bit");
}

/// Whole rows only, and no more of them than the file has.
void check_kept(const KeptRows& kept, std::string_view text) {
  require(kept.bytes <= text.size(), "rows that stay are in the file");
  require(kept.bytes > 0 && text[kept.bytes - 1] == '\n', "rows that stay are whole");
  require(kept.last_row.size() <= kept.bytes, "the last row is one of them");
}

void continue_table(const InputFile& file, std::string_view text) {
  KeptRows kept;
  if (takes(file, [&] { kept = first_rows(file.path(), trajectory_header(n), 2); })) {
    check_kept(kept, text);
    require(kept.rows == 2, "the rows asked for stay");
  }
  for (const std::string& header : {events_header(), contacts_header()})
    if (takes(file, [&] { kept = rows_before_step(file.path(), header, 3); }))
      check_kept(kept, text);
}

}  // namespace
}  // namespace ricochet::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, size_t size) {
  const std::string_view text = ricochet::fuzz::text_of(data, size);
  const ricochet::fuzz::InputFile file(text);
  ricochet::fuzz::read_and_write(file);
  ricochet::fuzz::continue_table(file, text);
  return 0;
}
