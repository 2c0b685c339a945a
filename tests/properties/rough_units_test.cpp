#include "ricochet/backends/newton.hpp"
#include "ricochet/registry.hpp"
#include "ricochet/simulate.hpp"
#include "support/matchers.hpp"
#include "support/rough_bodies.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <string>
#include <vector>

/// Law: in other units of length and time the same bodies move the same, because System .length and
/// .time scale every tolerance. Coordinates, momenta, gaps and energies change by powers of the
/// units, masses stay.

namespace ricochet {
namespace {

using support::RoughBodies;

constexpr double same = 1e-12;      // [m], observed 4e-14
constexpr double amplified = 1e-4;  // [m], observed 7e-7, and 1.5e-5 of packed discs

struct Units {
  std::string name = {};
  double per_metre = 1.0, per_second = 1.0;
};

/// Bodies, and how many of the coordinates of each are lengths; the others have no unit.
struct Case {
  RoughBodies bodies;
  Index coordinates = 1, lengths = 1;
};

std::vector<Case> cases() {
  return {{support::chain(3), 2, 2},       {support::chain(8), 2, 2},
          {support::chain(6, true), 2, 2}, {support::tossed_box(), 12, 3},
          {support::stack(3), 3, 2},       {support::packed_discs(2), 3, 2}};
}

/// A case in other units, and states from there and back.
class Rescaled {
 public:
  Rescaled(const Case& of, const Units& units)
      : units_(units), scale_(of.bodies.system.n()), system_(scaled(of)) {}
  [[nodiscard]] const System& system() const { return system_; }
  [[nodiscard]] State there(const State& at) const {
    const double action = units_.per_metre * units_.per_metre / units_.per_second;
    return {.t = at.t * units_.per_second,
            .q = at.q.cwiseProduct(scale_),
            .p = action * at.p.cwiseQuotient(scale_)};
  }
  [[nodiscard]] Vector back(const Vector& q) const { return q.cwiseQuotient(scale_); }

 private:
  System scaled(const Case& of) {
    const SystemSpecification& first = of.bodies.system.specification();
    const double length = units_.per_metre, time = units_.per_second;
    for (Index i = 0; i < scale_.size(); ++i)
      scale_[i] = i % of.coordinates < of.lengths ? length : 1.0;
    SystemSpecification s = first;
    s.q = Expr::sym("r", first.q.size1());
    s.v = Expr();
    Expr inverse = Expr::zeros(first.q.size1(), 1);
    for (Index i = 0; i < scale_.size(); ++i) inverse(i) = 1.0 / scale_[i];
    const Expr old = inverse * s.q;
    s.M = length * length * mtimes(mtimes(diag(inverse), first.M), diag(inverse));
    s.V = length * length / (time * time) * substitute(first.V, first.q, old);
    s.f = {};
    for (const auto& row : first.f) s.f.add(row.name, length * substitute(row.value, first.q, old));
    s.g = {};
    for (const auto& row : first.g) {
      Contact contact = row.contact;
      for (Expr& tangent : contact.tangents)
        tangent = length * inverse * substitute(tangent, first.q, old);
      s.g.add(row.name, length * substitute(row.value, first.q, old), contact);
    }
    s.length = length * first.length;
    s.time = time * first.time;
    return System(s);
  }

  Units units_;
  Vector scale_;
  System system_;
};

/// Largest difference of the positions of a run, in metres; infinite if one does not end certified.
double apart(Stepper& one, Stepper& other, const Rescaled& scaled, const Case& of,
             const Units& units, const State& start) {
  const RoughBodies& b = of.bodies;
  const Trajectory here = simulate(one, start, {.h = b.h, .steps = b.steps});
  const Trajectory there =
      simulate(other, scaled.there(start), {.h = b.h * units.per_second, .steps = b.steps});
  if (here.certified < b.steps || there.certified < b.steps) {
    ADD_FAILURE() << units.name << ": " << there.message();
    return std::numeric_limits<double>::infinity();
  }
  double most = 0.0;
  for (size_t k = 0; k < here.steps.size(); ++k)
    most = std::max(
        most,
        (scaled.back(there.steps[k].state.q) - here.steps[k].state.q).lpNorm<Eigen::Infinity>());
  return most;
}

/// Of several starts, restitutions and frictions.
double apart(const std::string& method, const Case& of, const Units& units, bool scales = true) {
  Rescaled scaled(of, units);
  SystemSpecification plain = scaled.system().specification();
  if (!scales) plain.length = plain.time = 1.0;
  const StepperOptions options{.backend = newton()};
  const auto one = make_stepper(method, of.bodies.system, options),
             other = make_stepper(method, scales ? scaled.system() : System(plain), options);
  std::mt19937_64 random(21);
  double most = 0.0;
  for (const double e : {0.0, 0.5})
    for (const double mu : {0.0, 0.4}) {
      for (Stepper* stepper : {one.get(), other.get()}) {
        stepper->set("restitution", e);
        stepper->set("friction", mu);
      }
      most = std::max(most, apart(*one, *other, scaled, of, units, of.bodies.start(random)));
    }
  return most;
}

class OtherUnits : public testing::TestWithParam<const char*> {};

/// Powers of two change no digit of any number, so nothing but a tolerance that has no unit could
/// make a difference. Where angles are coordinates too, norms weigh them otherwise: other rounding.
TEST_P(OtherUnits, that_are_powers_of_two_change_nothing) {
  for (const Case& of : cases())
    for (const Units& units : {Units{"1/1024 m and 1/1024 s", 1024.0, 1024.0},
                               Units{"1024 m and 1 s", 1.0 / 1024.0, 1.0}})
      EXPECT_LE(apart(GetParam(), of, units), of.lengths == of.coordinates ? same : amplified)
          << of.bodies.name << ", " << units.name;
}

/// Others round otherwise, and impacts amplify that.
TEST_P(OtherUnits, of_millimetres_or_kilometres_move_bodies_the_same) {
  for (const Case& of : cases())
    for (const Units& units : {Units{"mm and ms", 1e3, 1e3}, Units{"km and s", 1e-3, 1.0}})
      EXPECT_LE(apart(GetParam(), of, units), amplified) << of.bodies.name << ", " << units.name;
}

TEST(OtherUnitsControl, without_their_length_and_time_move_bodies_otherwise) {
  const Units units{"1/32768 m and 1/32768 s", 32768.0, 32768.0};
  EXPECT_GT(apart("forced-collision", cases()[1], units, false), same);
  EXPECT_LE(apart("forced-collision", cases()[1], units), same);
}

std::string method_name(const testing::TestParamInfo<const char*>& tested) {
  return support::test_name(tested.param);
}
INSTANTIATE_TEST_SUITE_P(Of, OtherUnits, testing::Values("moreau-jean", "rattle"), method_name);
INSTANTIATE_TEST_SUITE_P(OfSlow, OtherUnits, testing::Values("forced-collision"), method_name);

}  // namespace
}  // namespace ricochet
