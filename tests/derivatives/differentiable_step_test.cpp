#include "derivatives/complex_steps.hpp"
#include "derivatives/steps.hpp"
#include "ricochet/derivatives.hpp"
#include "ricochet/derivatives/frozen_steps.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

/// Laws of the derivatives of steps as CasADi gives them: those of the discrete map with its
/// impacts in the same order, to round-off.

namespace ricochet {
namespace {

using casadi::DM;
using casadi::Function;
using support::Found;
using support::start_of;
using support::Strike;

const Structure wall{{"wall", 1}};
const State to_the_corner{.q = Vector{{0.05, 0.1}}, .p = Vector{{-2.0, -1.0}}};

const State against_the_wall{.q = Vector{{0.049}}, .p = Vector{{0.6}}};

const std::vector<Strike> strikes{
    {"ball", "particle-floor"},
    {"ball_in_free_flight", "particle-floor", "collision", 0},
    {"corner", "particle-floor", "collision", 2, 15.0, {}, wall, to_the_corner},
    {"billiard", "disc-billiard"},
    {"ellipse", "ellipse"},
    {"pogo", "pogo"},
    {"discs", "oscillator"},
    {"rods", "double-pendulum-walls"},
    {"lossy_ball", "particle-floor", "forced-collision", 1, 1.0, {{"restitution", 0.8}}},
    {"lossy_corner",
     "particle-floor",
     "forced-collision",
     2,
     15.0,
     {{"restitution", 0.7}},
     wall,
     to_the_corner},
    {"lossy_pogo", "pogo", "forced-collision", 1, 1.0, {{"restitution", 0.9}}},
    {"driven", "impact-oscillator", "forced-collision", 1, 1.0, {}, {}, against_the_wall},
};

class Steps : public testing::TestWithParam<Strike> {};
INSTANTIATE_TEST_SUITE_P(Of, Steps, testing::ValuesIn(strikes), support::name_of);

/// The parameters of a system that may vary a little, without switches.
std::vector<std::string> varied(const System& s, bool lossy) {
  std::vector<std::string> names;
  for (const std::string& name : s.parameter_names())
    if (name != "friction" && name != "planet" && name != "wall" &&
        (lossy || name != "restitution") && s.parameter(name) != 0.0)
      names.push_back(name);
  return names;
}

/// A step as a function of one column w = (x, theta, h).
struct Map {
  explicit Map(const Strike& strike)
      : found(support::find(strike)),
        parameters(varied(found.system, strike.stepper != "collision")),
        step(*found.stepper, {.parameters = parameters,
                              .most_impacts = std::max<Index>(strike.impacts, 1),
                              .t = found.from.state.t}) {
    std::vector<double> all = start_of(found);
    n_x = static_cast<casadi_int>(all.size());
    for (const std::string& name : parameters) all.push_back(found.system.parameter(name));
    all.push_back(found.h);
    w = DM(all);
  }

  [[nodiscard]] std::vector<DM> operator()(const DM& at) const {
    const casadi_int last = at.size1() - 1;
    return step.function()(
        std::vector<DM>{at(casadi::Slice(0, n_x)), at(casadi::Slice(n_x, last)), at(last)});
  }
  /// (end, impact times) in one graph.
  [[nodiscard]] Function results() const {
    const casadi::MX v = casadi::MX::sym("w", w.size1());
    const casadi_int last = w.size1() - 1;
    const std::vector<casadi::MX> y = step.function()(
        std::vector<casadi::MX>{v(casadi::Slice(0, n_x)), v(casadi::Slice(n_x, last)), v(last)});
    return {"results", {v}, {vertcat(y[0], y[1])}};
  }
  [[nodiscard]] Function jacobian() const {
    const Function f = results();
    const casadi::MX v = casadi::MX::sym("w", w.size1());
    return {"derivative", {v}, {casadi::MX::densify(casadi::MX::jacobian(f(v)[0], v))}};
  }

  Found found;
  std::vector<std::string> parameters;
  DifferentiableStep step;
  casadi_int n_x = 0;
  DM w;
};

double largest(const DM& values) { return static_cast<double>(norm_inf(vec(densify(values)))); }

/// d f / d w by central differences of order 6.
DM differences(const std::function<DM(const DM&)>& f, const DM& w, double step) {
  std::vector<DM> columns;
  for (casadi_int j = 0; j < w.size1(); ++j) {
    DM e = DM::zeros(w.size1(), 1);
    e(j) = step * std::max(std::abs(static_cast<double>(w(j))), j + 1 == w.size1() ? 0.0 : 1.0);
    const auto difference = [&](double k) { return f(w + k * e) - f(w - k * e); };
    columns.push_back((45.0 * difference(1) - 9.0 * difference(2) + difference(3)) / (60.0 * e(j)));
  }
  return horzcat(columns);
}

TEST_P(Steps, have_the_derivatives_of_differences) {
  const Map map(GetParam());
  const Function f = map.results();
  const DM label = map(map.w)[2];
  const auto value = [&](const DM& at) {
    EXPECT_EQ(static_cast<double>(map(at)[2]), static_cast<double>(label)) << "another sequence";
    return f(at)[0];
  };
  const DM D = map.jacobian()(map.w)[0], expected = differences(value, map.w, 2e-5);
  for (casadi_int j = 0; j < D.size2(); ++j)
    EXPECT_LT(largest(D(casadi::Slice(), j) - expected(casadi::Slice(), j)),
              1e-9 * (1.0 + largest(expected(casadi::Slice(), j))))
        << "column " << j;
}

TEST_P(Steps, have_the_derivatives_of_complex_steps) {
  Found found = support::find(GetParam());
  FrozenSteps steps(*found.stepper, FrozenStep::Order::second);
  const Step to = found.stepper->advance(found.from, found.h);
  std::string why;
  FrozenStep* const step = steps.take(found.from, found.h, to, why);
  ASSERT_TRUE(step) << why;
  using support::Relative;  // the 20 equations of the rods amplify round-off
  support::expect_complex_steps(
      *step, *steps.kernel(steps.label()), found.system.parameter_values(),
      GetParam().name == "rods" ? Relative::to_sums : Relative::to_derivatives);
}

TEST_P(Steps, have_the_second_derivatives_of_differences) {
  const Map map(GetParam());
  const Function D = map.jacobian();
  const casadi::MX v = casadi::MX::sym("w", map.w.size1());
  const Function second("second", {v}, {casadi::MX::jacobian(vec(D(v)[0]), v)});
  const DM H = densify(second(map.w)[0]);
  const DM expected = differences([&](const DM& at) { return vec(D(at)[0]); }, map.w, 2e-5);
  EXPECT_LT(largest(H - expected), 3e-8 * (1.0 + largest(expected)));
  EXPECT_GT(largest(H), 0.0);
}

TEST_P(Steps, give_the_same_by_forward_and_reverse_sweeps) {
  const Map map(GetParam());
  const Function f = map.results();
  const casadi_int rows = f.size1_out(0), columns = map.w.size1();
  const DM v = cos(DM(casadi::range(columns))), s = sin(DM(casadi::range(1, rows + 1)));
  const DM y = f(map.w)[0];
  const DM along = f.forward(1)(std::vector<DM>{map.w, y, v})[0];
  const DM back = f.reverse(1)(std::vector<DM>{map.w, y, s})[0];
  const double size = largest(back) * largest(v) * double(columns);
  EXPECT_NEAR(static_cast<double>(dot(s, along)), static_cast<double>(dot(back, v)), 1e-13 * size);
}

/// Largest entry of J^T O J - O, of J^T O J + O if the orientation turns.
double defect(const DM& J) {
  const casadi_int n = J.size1() / 2;
  const DM O = blockcat(DM::zeros(n, n), DM::eye(n), -DM::eye(n), DM::zeros(n, n));
  return largest(mtimes(mtimes(J.T(), O), J) - O);
}

DM by_start(const Map& map) {
  return map.jacobian()(map.w)[0](casadi::Slice(0, map.n_x), casadi::Slice(0, map.n_x));
}

TEST_P(Steps, are_symplectic_if_impacts_keep_the_energy) {
  if (GetParam().name == "rods") GTEST_SKIP() << "symplectic on the rods only";
  const Map map(GetParam());
  const DM J = by_start(map);
  if (GetParam().stepper == "collision") {
    EXPECT_LT(defect(J), 1e-12 * (1.0 + largest(J) * largest(J)));
  } else {
    EXPECT_GT(defect(J), 1e-2);  // what loses energy must fail
  }
}

TEST_P(Steps, have_closed_curvatures_that_agree_with_casadi) {
  const Map map(GetParam());
  const Function f = map.results();
  const casadi::MX v = casadi::MX::sym("w", map.w.size1());
  const casadi_int rows = map.n_x;
  const DM s = sin(DM(casadi::range(1, rows + 1)));
  const casadi::MX sum = dot(s, f(v)[0](casadi::Slice(0, rows)));
  const DM H = densify(Function("H", {v}, {casadi::MX::hessian(sum, v)})(map.w)[0]);

  FrozenSteps steps(*map.found.stepper, FrozenStep::Order::second);
  const Step to = map.found.stepper->advance(map.found.from, map.found.h);
  std::string why;
  FrozenStep* const made = steps.take(map.found.from, map.found.h, to, why);
  ASSERT_TRUE(made) << why;
  FrozenStep& step = *made;
  ASSERT_TRUE(step.differentiate());
  Vector weights = Vector::Zero(step.results());
  for (casadi_int i = 0; i < rows; ++i) weights[i] = static_cast<double>(s(i));
  const Matrix closed = step.curvature(weights);
  EXPECT_LT((closed - closed.transpose()).cwiseAbs().maxCoeff(),
            1e-12 * (1.0 + closed.cwiseAbs().maxCoeff()));
  // Columns of w among those of all parameters.
  const std::vector<std::string> names = map.found.system.parameter_names();
  std::vector<Index> places;
  for (Index i = 0; i < map.n_x; ++i) places.push_back(i);
  for (const std::string& name : map.parameters)
    places.push_back(map.n_x + (std::find(names.begin(), names.end(), name) - names.begin()));
  places.push_back(closed.cols() - 1);
  for (size_t i = 0; i < places.size(); ++i)
    for (size_t j = 0; j < places.size(); ++j)
      EXPECT_NEAR(closed(places[i], places[j]),
                  static_cast<double>(H(static_cast<casadi_int>(i), static_cast<casadi_int>(j))),
                  1e-12 * (1.0 + closed.cwiseAbs().maxCoeff()))
          << i << ", " << j;
}

/// A ball with Newton's law: its step in closed form, y = h^2 g / 2 exact between impacts.
TEST(DifferentiableStep, of_a_ball_with_newtons_law_is_that_of_the_closed_form) {
  const Strike strike{"", "particle-floor", "forced-collision", 1, 1.0, {{"restitution", 0.8}}};
  Found found = support::find(strike);
  const DifferentiableStep step(*found.stepper, {.parameters = {"gravity", "restitution"}});
  const casadi::SX x = casadi::SX::sym("x", 4), theta = casadi::SX::sym("theta", 2),
                   h = casadi::SX::sym("h");
  const casadi::SX g = theta(0), e = theta(1), y = x(1), v = x(3);
  const casadi::SX fall = (v + sqrt(v * v + 2.0 * g * y)) / g, rest = h - fall;
  const casadi::SX up = -e * (v - g * fall);
  const Function closed(
      "closed", {x, theta, h},
      {vertcat(x(0) + h * x(2), up * rest - g * rest * rest / 2.0, x(2), up - g * rest), fall});
  const std::vector<DM> at{DM(start_of(found)), DM(std::vector<double>{9.81, 0.8}), DM(found.h)};
  EXPECT_LT(largest(step.function()(at)[0] - closed(at)[0]), 1e-13);
  const Function ours = step.function().jacobian(), theirs = closed.jacobian();
  std::vector<DM> of_ours = at, of_theirs = at;
  for (const DM& out : step.function()(at)) of_ours.push_back(out);
  for (const DM& out : closed(at)) of_theirs.push_back(out);
  const std::vector<DM> found_blocks = ours(of_ours), expected_blocks = theirs(of_theirs);
  for (size_t i = 0; i < 6; ++i) {  // of the end, and of the time of the first impact
    const DM expected = expected_blocks[i],
             difference = found_blocks[i](casadi::Slice(0, expected.size1()), casadi::Slice());
    EXPECT_LT(largest(difference - expected), 1e-13 * (1.0 + largest(expected))) << "block " << i;
  }
  const casadi::MX at_x = casadi::MX::sym("x", 4);
  const auto curvature = [&](const Function& f) {
    const casadi::MX end = f(std::vector<casadi::MX>{at_x, at[1], at[2]})[0];
    return densify(Function("H", {at_x}, {casadi::MX::hessian(sum1(end), at_x)})(at[0])[0]);
  };
  const DM expected = curvature(closed);
  EXPECT_LT(largest(curvature(step.function()) - expected), 1e-13 * (1.0 + largest(expected)));
}

TEST(DifferentiableStep, has_the_same_bits_in_threads) {
  const Map map(strikes[2]);
  const Function one = map.results();
  std::vector<DM> many;
  for (int k = 0; k < 16; ++k) many.push_back(map.w * (1.0 + 1e-6 * k));
  const DM serial = one.map(16)(horzcat(many))[0];
  const DM threads = one.map(16, "thread", 4)(horzcat(many))[0];
  EXPECT_EQ(serial.nonzeros(), threads.nonzeros());
}

}  // namespace
}  // namespace ricochet
