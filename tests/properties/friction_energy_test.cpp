#include "ricochet/backends/newton.hpp"
#include "ricochet/contact/laws/laws.hpp"
#include "ricochet/problems.hpp"

#include <Eigen/LU>
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <random>
#include <string>

/// Law: no impact by Moreau's law with friction raises the kinetic energy, whatever the contacts,
/// their restitutions and frictions, one by one or several at once.

namespace ricochet {
namespace {

constexpr double tolerance = 1e-11;  // of the energy before
constexpr Index n = 4, contacts = 3;

std::string indexed(const std::string& name, Index i, Index k = 0) {
  return name + std::to_string(i) + std::to_string(k);
}

/// Contacts of a unit mass in four dimensions, with any normals and tangents: any metric is this
/// one in other coordinates.
System any_contacts() {
  SystemSpecification s{
      .name = "any contacts", .q = Expr::sym("q", n), .M = Expr::eye(n), .V = 0.0};
  const auto parameter = [&s](const std::string& name, double value) {
    const Expr symbol = Expr::sym(name);
    s.parameters.push_back({name, symbol, value});
    return symbol;
  };
  for (Index i = 0; i < contacts; ++i) {
    Expr normal = Expr::zeros(n), tangent = Expr::zeros(n);
    for (Index k = 0; k < n; ++k) {
      normal(k) = parameter(indexed("n", i, k), i == k ? 1.0 : 0.0);
      tangent(k) = parameter(indexed("t", i, k), k == 3 ? 1.0 : 0.0);
    }
    s.g.add(indexed("contact", i), dot(normal, s.q),
            Contact{.restitution = parameter(indexed("e", i), 1.0),
                    .friction = parameter(indexed("mu", i), 0.0),
                    .tangents = {tangent}});
  }
  return System(s);
}

/// What a law made of random impacts.
struct Verdict {
  double largest_gain = -1.0;  ///< of the kinetic energy, relative
  long solved = 0, several = 0, flagged = 0;
};

class RandomFriction {
 public:
  RandomFriction(const System& s, Law law)
      : system_(s),
        law_(make_law(law, s, newton(), 0.0)),
        cone_(s, newton()),
        inverse_(s.M_now().inverse()) {}

  /// One impact at q on contacts K; judged if the law has an answer.
  void strike(const Vector& q, const Vector& p, const Mask& K, Verdict& verdict) {
    Vector d, y;
    StepReport report{.status = StepStatus::converged};
    cone_.place(q, p);
    if (!cone_.stop(K, d, y, report)) return;
    const ImpactOutcome outcome = law_->apply({q, p, K, d, y, cone_});
    if (!outcome.report.ok()) return;
    ++verdict.solved;
    verdict.several += (outcome.normal.array() > 0.0).count() > 1 ? 1 : 0;
    verdict.flagged += outcome.flagged ? 1 : 0;
    const double before = p.dot(inverse_ * p),
                 after = outcome.p_plus.dot(inverse_ * outcome.p_plus);
    verdict.largest_gain = std::max(verdict.largest_gain, after / before - 1.0);
  }
  void set(const std::string& name, double value) { system_ = system_.with(name, value); }
  void take_parameters() {
    law_->set_parameters(system_);
    cone_.set_parameters(system_);
  }

 private:
  System system_;
  std::unique_ptr<ImpactLaw> law_;
  ImpactCone cone_;
  Matrix inverse_;
};

/// Random normals, tangents, momenta, e in [0, 1] and mu up to a number for every contact of its
/// own.
Verdict of_any_contacts(Law law, double most_friction, long trials) {
  std::mt19937_64 random(11);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> unit;
  RandomFriction impacts(any_contacts(), law);
  Verdict verdict;
  for (long trial = 0; trial < trials; ++trial) {
    for (Index i = 0; i < contacts; ++i) {
      for (Index k = 0; k < n; ++k) {
        impacts.set(indexed("n", i, k), normal(random));
        impacts.set(indexed("t", i, k), normal(random));
      }
      impacts.set(indexed("e", i), unit(random));
      impacts.set(indexed("mu", i), most_friction * unit(random));
    }
    impacts.take_parameters();
    Vector p(n);
    for (double& x : p) x = normal(random);
    Mask K = Mask::Zero(contacts);
    K.head(1 + trial % contacts).setOnes();
    impacts.strike(Vector::Zero(n), p, K, verdict);
  }
  return verdict;
}

/// Random impacts of the ellipse on its floor.
Verdict of_the_ellipse(Law law, double e, double mu, long trials) {
  const System ellipse =
      find_problem("ellipse").make().system.with("restitution", e).with("friction", mu);
  std::mt19937_64 random(12);
  std::normal_distribution<double> normal;
  RandomFriction impacts(ellipse, law);
  Verdict verdict;
  for (long trial = 0; trial < trials; ++trial) {
    Vector q{{0.0, 0.0, 3.0 * normal(random)}}, p(3);
    q[1] = -ellipse.g(q)[0];
    for (double& x : p) x = normal(random);
    impacts.strike(q, p, Mask::Ones(1), verdict);
  }
  return verdict;
}

TEST(FrictionEnergy, never_grows_under_moreaus_law) {
  const Verdict any = of_any_contacts(Law::moreau, 2.0, 900);
  EXPECT_LT(any.largest_gain, tolerance);
  EXPECT_GT(any.solved, 300);
  EXPECT_GT(any.several, 50);
  const Verdict smooth = of_any_contacts(Law::moreau, 0.0, 600);
  EXPECT_LT(smooth.largest_gain, tolerance);
  EXPECT_GT(smooth.flagged, 0) << "with restitutions of their own some would gain";
  for (const double e : {0.0, 0.5, 1.0})
    for (const double mu : {0.5, 1.0, 2.0}) {
      const Verdict found = of_the_ellipse(Law::moreau, e, mu, 100);
      EXPECT_LT(found.largest_gain, tolerance) << e << ' ' << mu;
      EXPECT_GT(found.solved, 30);
    }
}

TEST(FrictionEnergyControl, can_grow_under_plain_coulomb_friction) {
  EXPECT_GT(of_the_ellipse(Law::coulomb, 1.0, 0.5, 300).largest_gain, 1e-2);
  EXPECT_GT(of_the_ellipse(Law::coulomb, 1.0, 2.0, 300).largest_gain, 1e-2);
  EXPECT_GT(of_any_contacts(Law::coulomb, 2.0, 300).largest_gain, 1e-2);
}

}  // namespace
}  // namespace ricochet
