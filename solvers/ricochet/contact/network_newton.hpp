#pragma once

#include "ricochet/contact/coulomb/buffer.hpp"
#include "ricochet/contact/island_network.hpp"
#include "ricochet/linear/banded_solver.hpp"
#include "ricochet/step_solver.hpp"

namespace ricochet {

/// Newton's method for Coulomb's law in a network, in its band: the function of AlartCurnier at the
/// contacts, w = 0 at the ties. Its cost is linear in the length of the network.
///
/// As in CoulombSolver compliant contacts come first; they choose among impulses that are not
/// unique. A little compliance in the matrix alone, of ties too, lets steps be found where rows
/// depend on each other; it changes no answer, only how fast Newton's method gets there.
class NetworkNewton {
 public:
  /// Replaces y. True if Coulomb's law is missed by no more than the limit [m/s], the certificate
  /// of CoulombProblem with rho = 1/root^2, and ties by no more either.
  bool solve(const IslandNetwork& network, double limit, SolverStatistics& statistics, ColumnRef y);

 private:
  bool soften(double compliance, int steps, SolverStatistics& statistics, ColumnRef y);
  double improve(double compliance, int steps, SolverStatistics& statistics, ColumnRef y);
  double evaluate(ConstColumnRef y);
  void linearise(ConstColumnRef y);
  void write_row(Index row, double factor, Index to);
  void write_slide(ConstColumnRef y, const CoulombContact& contact, Index axis);
  double search(double residual, ColumnRef y);
  [[nodiscard]] ContactVector part(const CoulombContact& contact, ConstColumnRef x) const;

  const IslandNetwork* network_ = nullptr;
  BandedSolver solver_;
  Buffer w_, F_, step_, trial_, best_;
  double compliance_ = 0.0, speed_ = 0.0;
};

}  // namespace ricochet
