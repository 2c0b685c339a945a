// The command line, one word a line: parsed, resolved, and made a problem with its numbers.
#include "input.hpp"
#include "program/options/parse.hpp"
#include "program/options/setup.hpp"
#include "program/options/start.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace ricochet::fuzz {
namespace {

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    words.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

/// Files of this machine are not to be read at the whim of a fuzzer.
bool names_an_input(const cli::Parsed& parsed) {
  for (const char* option : {"--resume", "--from", "--start", "--states"})
    if (parsed.find(option)) return true;
  return false;
}

/// The part of a run that stands before the stepper.
void prepare(const cli::Options& o) {
  cli::Setup setup = cli::make_setup(o);
  const double h = cli::step_size(o, setup);
  require(h > 0.0 && std::isfinite(h), "a step has a size");
  const State start = cli::make_start(o, setup.problem, cli::discretization(o, setup.problem), h);
  require(start.q.size() == setup.problem.system.n(), "a start fits its problem");
}

void carry_out(const std::vector<std::string>& words) {
  const cli::Parsed parsed = cli::parse(words);
  if (!parsed.command) return require(!parsed.text.empty(), "help says something");
  if (names_an_input(parsed)) return;
  const cli::Options o = cli::resolve(parsed);
  if (parsed.command->name == "run") prepare(o);
}

}  // namespace
}  // namespace ricochet::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, size_t size) {
  using namespace ricochet;
  try {
    fuzz::carry_out(fuzz::words_of(fuzz::text_of(data, size)));
  } catch (const std::invalid_argument& refusal) {
    fuzz::require(refusal.what()[0] != '\0', "a refusal says something");
  }
  return 0;
}
