#pragma once

#include "ricochet/flight/flight_problems.hpp"
#include "ricochet/linear/kernel_matrix.hpp"
#include "ricochet/linear/square_solver.hpp"
#include "ricochet/step_solver.hpp"

namespace ricochet {

/// The flights z(tau) of one launch as a curve, R(z, tau) = 0: how it runs, dz/dtau = -J^-1
/// dR/dtau, and its points near known ones.
///
/// Such points guide the search for an impact. They carry no certificate and are the same with
/// every backend; what becomes part of a step is solved by the backend.
class FlightTrace {
 public:
  FlightTrace(const System& s, const Discretization& d, FlightKind kind);

  [[nodiscard]] Index unknowns() const { return jacobian_.columns(); }
  /// dz/dtau at a flight; z and rate may be longer than the unknowns.
  void run(const Vector& z, const Vector& parameters, Vector& rate);
  /// A step of Newton's method with the factors of the last run() or follow(): its length [m],
  /// infinite if there is none.
  double correct(const Vector& parameters, double h, Vector& z, SolverStatistics& statistics);
  /// Newton's method from z in place, and dz/dtau. False if a step does not bring the rows much
  /// nearer to 0: then z is too far from the curve to say which of its branches is meant.
  bool follow(const Vector& parameters, double h, Vector& z, Vector& rate,
              SolverStatistics& statistics);

 private:
  void evaluate(const Vector& z, const Vector& parameters);
  [[nodiscard]] double moved(double h) const;

  Index n_;
  bool impact_;
  double length_;
  Kernel motion_, residual_;
  KernelMatrix jacobian_;
  SquareSolver linear_;
  Vector rows_, by_tau_, dz_, scales_;
};

}  // namespace ricochet
