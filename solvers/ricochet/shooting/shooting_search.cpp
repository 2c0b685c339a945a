#include "ricochet/random.hpp"
#include "ricochet/shooting/shooting.hpp"
#include "ricochet/text/text.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

/// Shooting from several guesses.

namespace ricochet {
namespace {

Vector random_guess(const std::vector<StartValue>& values, std::mt19937_64& generator) {
  Vector guess(static_cast<Index>(values.size()));
  Index i = 0;
  for (const StartValue& value : values)
    guess[i++] =
        value.known() ? value.guess : value.least + (value.most - value.least) * unit(generator);
  return guess;
}

/// True if two solutions are the same motion. The discrete end jumps where an impact passes from
/// one step to the next, so a motion may be found twice. With N steps, its starts then differ by at
/// most a fraction 1/N.
bool same(const Shot& a, const Shot& b) {
  const double distinct = 1.0 / static_cast<double>(b.path.made);
  return a.sequence == b.sequence &&
         ((a.start - b.start).array().abs() <= distinct * (1.0 + b.start.array().abs())).all();
}

/// Why no attempt converged: what those with the right sequence have in common.
ShotStatus common_end(const ShootingResult& result) {
  std::vector<ShotStatus> ends;
  for (const auto& [status, count] : result.ends)
    if (status != ShotStatus::other_sequence) ends.push_back(status);
  if (ends.empty()) return ShotStatus::sequence_does_not_occur;
  const bool stopped = result.ends.count(ShotStatus::interrupted) > 0;
  if (stopped) return ShotStatus::interrupted;
  return ends.size() == 1 ? ends.front() : ShotStatus::no_convergence;
}

void conclude(const SearchOptions& o, const std::string& last, ShootingResult& result) {
  result.status = ShotStatus::converged;
  if (!result.solutions.empty()) return;
  result.status = common_end(result);
  std::vector<std::string> ends;
  for (const auto& [status, count] : result.ends)
    ends.push_back(std::to_string(count) + " " + to_string(status));
  result.message = result.status == ShotStatus::sequence_does_not_occur && o.sequence
                       ? "no path has the impacts (" + join(*o.sequence) + ")"
                       : std::string("no start converged");
  result.message += "; " + join(ends) + "; the last one: " + last;
  if (result.message.back() != '.') result.message += '.';  // of a run that failed
  result.message += ' ' + explain(result.status);
}

}  // namespace

ShootingResult Shooting::search(const SearchOptions& o) {
  if (o.starts < 1)
    throw std::invalid_argument("Shooting '" + b_.name + "': needs at least 1 start, not " +
                                std::to_string(o.starts));
  refuse_unknown_names(o.sequence);
  ShootingResult result;
  std::mt19937_64 generator(o.seed);
  std::string last;
  for (long i = 0; i < o.starts; ++i) {
    const Vector at = i == 0 ? guess() : random_guess(b_.start_values(), generator);
    Shot shot = from(at, o.sequence, o.stop_requested);
    ++result.ends[shot.status];
    last = titled(to_string(shot.status), shot.message);
    if (o.on_shot) o.on_shot(shot);
    if (shot.status == ShotStatus::interrupted) break;
    const auto known = [&](const Shot& other) { return same(shot, other); };
    if (shot.ok() && std::none_of(result.solutions.begin(), result.solutions.end(), known))
      result.solutions.push_back(std::move(shot));
  }
  conclude(o, last, result);
  return result;
}

/// A sequence can only contain constraints of the system.
void Shooting::refuse_unknown_names(const std::optional<std::vector<std::string>>& sequence) const {
  std::vector<std::string> names;
  for (Index i = 0; i < system_.m(); ++i) names.push_back(system_.gap_name(i));
  if (!sequence) return;
  for (const std::string& name : *sequence)
    if (std::find(names.begin(), names.end(), name) == names.end())
      throw std::invalid_argument("Shooting '" + b_.name + "': '" + system_.name() +
                                  "' has no inequality '" + name + "'" + suggestion(name, names));
}

}  // namespace ricochet
