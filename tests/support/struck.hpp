#pragma once

#include "ricochet/backends/newton.hpp"
#include "ricochet/contact/impact_law.hpp"
#include "ricochet/contact/laws/laws.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <utility>

namespace ricochet::support {

/// All contacts of a system, met at a place with a momentum: what a law is asked about.
class Struck {
 public:
  Struck(const System& s, Vector q, Vector p)
      : cone_(s, newton()), q_(std::move(q)), p_(std::move(p)), hit_(Mask::Ones(s.m())) {
    cone_.place(q_, p_);
    StepReport report{.status = StepStatus::converged};
    EXPECT_TRUE(cone_.stop(hit_, d_, y_, report)) << "nothing is approached";
    EXPECT_TRUE(report.ok()) << report.message;
  }
  [[nodiscard]] ImpactState state(bool capped = false) {
    return {q_, p_, hit_, d_, y_, cone_, capped};
  }
  [[nodiscard]] double kinetic(const Vector& p) {
    Vector v(p.size());
    cone_.contacts().velocity(p, v);
    return 0.5 * p.dot(v);
  }

 private:
  ImpactCone cone_;
  Vector q_, p_;
  Mask hit_;
  Vector d_, y_;
};

/// What a law makes of a momentum at the origin.
inline ImpactOutcome after(Law law, const System& s, const Vector& p, double rest_energy = 0.0,
                           bool capped = false) {
  Struck struck(s, Vector::Zero(s.n()), p);
  return make_law(law, s, newton(), rest_energy)->apply(struck.state(capped));
}

/// A particle of masses (2, 4) kg on a floor with a tangent.
inline System block(double e, double mu) {
  const Expr q = Expr::sym("q", 2);
  return System(
      {.name = "block",
       .q = q,
       .M = diag(Expr({2.0, 4.0})),
       .V = 0.0,
       .g = {{"floor",
              q(1),
              {.restitution = e, .friction = mu, .tangents = {vertcat(Expr(1.0), Expr(0.0))}}}}});
}

/// A unit mass in a right corner without tangents; restitutions of the floor and of the wall.
inline System right_corner(double floor, double wall) {
  const Expr q = Expr::sym("q", 2);
  return System(
      {.name = "corner",
       .q = q,
       .M = Expr::eye(2),
       .V = 0.0,
       .g = {{"floor", q(1), {.restitution = floor}}, {"wall", q(0), {.restitution = wall}}}});
}

}  // namespace ricochet::support
