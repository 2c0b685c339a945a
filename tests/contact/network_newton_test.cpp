#include "ricochet/contact/network_newton.hpp"

#include "ricochet/backends/newton.hpp"
#include "ricochet/contact/island_law.hpp"
#include "ricochet/contact/mass_factor.hpp"
#include "ricochet/random.hpp"
#include "support/rough_bodies.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <numeric>

namespace ricochet {
namespace {

constexpr double limit = 1e-11;  // [m/s]

/// Coulomb's law at all contacts of a system at once, at random velocities, found in the band and
/// with the constraints eliminated.
class BothWays {
 public:
  explicit BothWays(const System& of)
      : s(of),
        masses_(s),
        gradients_(s),
        islands_(s.contacts(), masses_.blocks(), gradients_),
        response_(s),
        network_(s),
        law_(s, newton()) {}

  void place(const Vector& q) {
    gradients_.place({q, s.parameter_values()});
    std::vector<Index> all(static_cast<size_t>(s.m()));
    std::iota(all.begin(), all.end(), Index{0});
    islands_.join(all);
  }
  /// The velocity after it.
  [[nodiscard]] bool in_band(Vector& v, const Vector& rebound) {
    network_.take(islands_.all()[0], masses_.blocks(), gradients_, law_.friction(), true);
    if (!network_.narrow()) return false;
    network_.form();
    const Vector no_slip = Vector::Zero(s.contacts().tangents());
    network_.free(v, rebound, no_slip);
    SolverStatistics statistics;
    Vector y(network_.rows());
    if (!newton_.solve(network_, limit, statistics, y)) return false;
    network_.push(y, v);
    return true;
  }
  [[nodiscard]] bool eliminated(Vector& v) {
    const Island& island = islands_.all()[0];
    response_.take(island, masses_.blocks(), gradients_);
    response_.choose(law_.friction());
    response_.respond();
    Vector part = v(island.coordinates), nu = Vector::Zero(response_.constraints());
    Vector b(response_.rows()), r = Vector::Zero(response_.rows());
    response_.constrain(part, nu);
    response_.speeds(part, b);
    const StepReport report = law_.solve(
        island, {.W = response_.W(), .b = b, .contacts = response_.contacts(), .limit = limit}, r);
    if (!report.ok()) return false;
    response_.push(r, part, nu);
    v(island.coordinates) = part;
    return true;
  }

  System s;

 private:
  MassFactor masses_;
  ContactGradients gradients_;
  ContactIslands islands_;
  IslandResponse response_;
  IslandNetwork network_;
  NetworkNewton newton_;
  IslandLaw law_;
};

/// How far the two ways are apart, and how many problems the band solved.
struct Outcome {
  int solved = 0, tried = 0;
  double apart = 0.0;
};

Outcome compare(const support::RoughBodies& bodies, double friction, bool flat) {
  BothWays ways(bodies.system.with("friction", friction));
  std::mt19937_64 random(3);
  Outcome outcome;
  for (int i = 0; i < 20; ++i) {
    Vector q = bodies.start(random).q;
    for (Index j = 1; flat && j < q.size(); j += 2) q[j] = 0.0;
    ways.place(q);
    Vector v(q.size());
    for (double& x : v) x = 2.0 * unit(random) - 1.0;
    Vector a = v, b = v;
    ++outcome.tried;
    if (!ways.in_band(a, Vector::Zero(ways.s.m())) || !ways.eliminated(b)) continue;
    ++outcome.solved;
    outcome.apart = std::max(outcome.apart, (a - b).lpNorm<Eigen::Infinity>());
  }
  return outcome;
}

TEST(NetworkNewton, finds_the_velocities_that_elimination_finds) {
  for (const double friction : {0.0, 0.3, 1.2})
    for (const bool flat : {false, true}) {
      const Outcome once = compare(support::chain(20), friction, flat);
      EXPECT_EQ(once.solved, once.tried) << friction << ' ' << flat;
      EXPECT_LT(once.apart, 1e-8) << friction << ' ' << flat;
    }
}

TEST(NetworkNewton, takes_a_rod_that_is_given_twice) {
  const Outcome twice = compare(support::chain(20, true), 0.4, false);
  EXPECT_EQ(twice.solved, twice.tried);
  EXPECT_LT(twice.apart, 1e-8);
}

TEST(NetworkNewton, says_so_where_no_velocity_keeps_all_contacts) {
  // A row of beads on rods, the first one between two walls.
  constexpr int beads = 30;
  const Expr q = Expr::sym("q", beads);
  SystemSpecification s{.name = "squeezed", .q = q, .M = Expr::eye(beads), .V = 0.0};
  for (int i = 0; i + 1 < beads; ++i) s.f.add("rod " + std::to_string(i), q(i + 1) - q(i) - 1.0);
  s.g.add("floor", q(0));
  s.g.add("roof", -q(0));
  BothWays ways{System(s)};
  ways.place(Vector::LinSpaced(beads, 0.0, beads - 1.0));
  Vector v = Vector::Ones(beads);
  EXPECT_TRUE(ways.in_band(v, Vector{{-1.0, 2.0}})) << "one wall drives it";
  EXPECT_NEAR(v[0], 1.0, 1e-11);
  v.setOnes();
  EXPECT_FALSE(ways.in_band(v, Vector{{-1.0, -1.0}})) << "the walls come together";
  v.setConstant(std::numeric_limits<double>::quiet_NaN());
  EXPECT_FALSE(ways.in_band(v, Vector::Zero(2)));
}

}  // namespace
}  // namespace ricochet
