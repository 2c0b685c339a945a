#pragma once

#include "ricochet/backends/active_set.hpp"
#include "ricochet/backends/quick_ipopt.hpp"

#include <vector>

namespace ricochet {

/// The programs of the chord sequence, see chord_nlp(), from and to the unknowns z of a
/// complementarity problem. Each is linearized at the positions of z and begins there.
class ChordPrograms {
 public:
  ChordPrograms(const StepProblem& problem, const IpoptOptions& options);

  /// From far: with `warm` the multipliers of z are trusted.
  IpoptEnd solve(const Vector& parameters, bool warm, Vector& z);
  /// From near, with all of z; the rows tell the gaps there.
  IpoptEnd solve_near(const Vector& parameters, ActiveSet& rows, const QuickRun& run, Vector& z);
  /// Writes impulses of the pairs into z.
  void set_impulses(const Vector& impulses, Vector& z) const;
  [[nodiscard]] long iterations() const { return iterations_; }  ///< of the last one

 private:
  void begin_at(const Vector& parameters, const Vector& z);
  void write_to(Vector& z) const;

  Slot positions_;
  std::vector<Index> multipliers_;  // where they stand among the unknowns: of pairs, of equalities
  Index pairs_;
  double length_;
  IpoptProgram program_;
  QuickIpopt quick_;
  Vector parameters_, x_, y_, slacks_;
  long iterations_ = 0;
};

}  // namespace ricochet
