#include "ricochet/backends/chord_programs.hpp"

namespace ricochet {
namespace {

std::vector<Index> multiplier_places(const StepProblem& p) {
  std::vector<Index> places = impulse_places(p);
  std::vector<bool> taken(static_cast<size_t>(p.unknown_count()));
  for (const Index i : places) taken[static_cast<size_t>(i)] = true;
  const Slot x = p.positions();
  for (Index i = 0; i < p.unknown_count(); ++i)
    if (!taken[static_cast<size_t>(i)] && (i < x.offset || i >= x.offset + x.size))
      places.push_back(i);
  return places;
}

}  // namespace

ChordPrograms::ChordPrograms(const StepProblem& problem, const IpoptOptions& options)
    : positions_(problem.positions()),
      multipliers_(multiplier_places(problem)),
      pairs_(problem.pair_count()),
      length_(problem.length),
      program_(chord_nlp(problem), options),
      quick_(program_, options),
      slacks_(pairs_) {}

void ChordPrograms::begin_at(const Vector& parameters, const Vector& z) {
  x_ = z.segment(positions_.offset, positions_.size);
  y_.resize(static_cast<Index>(multipliers_.size()));
  for (Index i = 0; i < y_.size(); ++i) y_[i] = z[multipliers_[static_cast<size_t>(i)]];
  parameters_.resize(parameters.size() + x_.size());
  parameters_ << parameters, x_;
}

void ChordPrograms::write_to(Vector& z) const {
  z.segment(positions_.offset, positions_.size) = x_;
  for (Index i = 0; i < y_.size(); ++i) z[multipliers_[static_cast<size_t>(i)]] = y_[i];
}

void ChordPrograms::set_impulses(const Vector& impulses, Vector& z) const {
  for (Index i = 0; i < pairs_; ++i) z[multipliers_[static_cast<size_t>(i)]] = impulses[i];
}

IpoptEnd ChordPrograms::solve(const Vector& parameters, bool warm, Vector& z) {
  begin_at(parameters, z);
  const IpoptEnd end = program_.solve(parameters_, x_, y_, warm);
  iterations_ = program_.iterations();
  write_to(z);
  return end;
}

IpoptEnd ChordPrograms::solve_near(const Vector& parameters, ActiveSet& rows, const QuickRun& run,
                                   Vector& z) {
  begin_at(parameters, z);
  (void)rows.evaluate(z);
  for (Index i = 0; i < pairs_; ++i) slacks_[i] = rows.on(i) ? rows.b()[i] : length_;
  const IpoptEnd end = quick_.solve(parameters_, run, x_, y_, slacks_);
  iterations_ = quick_.iterations();
  write_to(z);
  return end;
}

}  // namespace ricochet
