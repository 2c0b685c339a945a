#pragma once

#include "ricochet/discretization.hpp"
#include "ricochet/step.hpp"
#include "ricochet/system.hpp"

#include <Eigen/LU>

#include <string>
#include <vector>

namespace ricochet::support {

/// Judges a step of the collision integrator by the equations of [FMOW03] alone: flights by a
/// Newton iteration of its own, crossings by fine sampling.
class ImpactJudge {
 public:
  ImpactJudge(const System& s, const Discretization& d);

  /// A point of the flight from (q, p).
  struct Point {
    Vector w = {}, q = {}, p = {};  ///< mean velocity, position, momentum
    double energy = 0.0;            ///< E_d [J]
  };
  [[nodiscard]] Point fly(const Vector& q, const Vector& p, double tau);
  /// The momentum whose flight of duration tau has the mean velocity w.
  [[nodiscard]] Vector launch(const Vector& q, const Vector& w, double tau);
  [[nodiscard]] Matrix mobility() const { return Minv_; }

  /// Parameter values of the steps to come.
  void set_parameters(const System& s);
  /// What is wrong with a converged step; empty: nothing.
  [[nodiscard]] std::string verdict(const State& from, double h, const Step& step);

 private:
  [[nodiscard]] std::string verdict_of_impact(const Impact& hit, const Point& before,
                                              const Point& after, double h);
  [[nodiscard]] std::string verdict_of_way(const Vector& q, const Vector& p, double tau,
                                           const Impact* behind);
  bool leave(const Impact& hit, double tau, double& share, Point& point);
  [[nodiscard]] double first_share(const Impact& hit);
  [[nodiscard]] double open(size_t row, const Vector& values) const;

  System system_;
  Index n_;
  Kernel momentum_, end_, energy_, gaps_;
  Vector theta_, g_;
  Matrix Minv_, G_;
};

}  // namespace ricochet::support
