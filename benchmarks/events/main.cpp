/// Derivatives of a ball that bounces twice, beside those of CasADi's integrators with events.
/// Prints the table of results/events.md.

#include "ricochet/derivatives.hpp"
#include "ricochet/methods.hpp"

#include <casadi/core/integrator.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using namespace ricochet;
using casadi::DM;
using casadi::Function;
using casadi::MX;
using casadi::SX;

constexpr double end_time = 1.3;            // two impacts, at 0.51 s and 1.23 s
const Vector point{{1.0, 0.5, 9.81, 0.8}};  // height [m], speed [m/s], gravity [m/s^2], restitution

DM column(const Vector& v) { return {std::vector<double>(v.begin(), v.end())}; }

/// What is asked for: (height, speed) at the end, its derivative by the point, and the second
/// derivative of the height.
struct Answer {
  std::optional<DM> end, forward, reverse, second;
  double end_us = 0.0, forward_us = 0.0, reverse_us = 0.0, second_us = 0.0;
};

/// The flights by their formulas.
Answer closed_form() {
  const SX w = SX::sym("w", 4), y = w(0), v = w(1), g = w(2), e = w(3);
  const SX speed = sqrt(v * v + 2.0 * g * y), rest = end_time - (v + speed + 2.0 * e * speed) / g,
           up = e * e * speed;
  const SX end = vertcat(up * rest - 0.5 * g * rest * rest, up - g * rest);
  const Function f("f", {w}, {end, jacobian(end, w), hessian(end(0), w)});
  const std::vector<DM> all = f(std::vector<DM>{column(point)});
  return {.end = all[0], .forward = all[1], .reverse = all[1], .second = all[2]};
}

/// The median CPU time of a call, and its result; nothing if it throws.
std::optional<DM> timed(const std::function<DM()>& call, double& microseconds) {
  try {
    DM result = call();
    std::vector<double> times;
    for (int i = 0; i < 31; ++i) {
      const std::clock_t begin = std::clock();
      result = call();
      times.push_back(1e6 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
    }
    std::nth_element(times.begin(), times.begin() + 15, times.end());
    microseconds = times[15];
    return result;
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

/// Of a function of the point, by the derivatives that CasADi makes of it.
Answer of_graph(const std::function<MX(const MX&)>& end_of) {
  const MX w = MX::sym("w", 4);
  Answer answer;
  const auto evaluate = [&](const std::function<MX()>& make, double& us) -> std::optional<DM> {
    try {
      const Function f("f", {w}, {make()});
      return timed([&] { return f(std::vector<DM>{column(point)})[0]; }, us);
    } catch (const std::exception&) {
      return std::nullopt;  // no such derivative
    }
  };
  const auto end = [&] { return end_of(w); };
  answer.end = evaluate(end, answer.end_us);
  answer.forward = evaluate([&] { return jtimes(end(), w, MX(DM::eye(4))); }, answer.forward_us);
  answer.reverse =
      evaluate([&] { return MX(jtimes(end(), w, MX(DM::eye(2)), true).T()); }, answer.reverse_us);
  answer.second = evaluate([&] { return hessian(end()(0), w); }, answer.second_us);
  return answer;
}

Function with_events(const std::string& solver, casadi_int intervals, double tolerance) {
  const SX x = SX::sym("x", 2), theta = SX::sym("theta", 2);
  const Function transition("transition",
                            {{"index", SX::sym("i")},
                             {"t", SX::sym("t")},
                             {"x", x},
                             {"p", theta},
                             {"post_x", vertcat(SX(0.0), -theta(1) * x(1))}},
                            casadi::event_in(), casadi::event_out());
  std::vector<double> times;
  for (casadi_int i = 1; i <= intervals; ++i)
    times.push_back(end_time * static_cast<double>(i) / static_cast<double>(intervals));
  casadi::Dict options{{"transition", transition},
                       {"max_events", 20},
                       {"event_tol", tolerance},
                       {"max_event_iter", 20}};
  if (solver != "rk") options.insert({{"abstol", 1e-10}, {"reltol", 1e-10}});
  const casadi::SXDict dae{
      {"x", x}, {"p", theta}, {"ode", vertcat(x(1), -theta(0))}, {"zero", x(0)}};
  return casadi::integrator("F", solver, dae, 0.0, times, options);
}

Answer by_casadi(const std::string& solver, casadi_int intervals, double tolerance) {
  const Function F = with_events(solver, intervals, tolerance);
  return of_graph([&](const MX& w) {
    const casadi::MXDict made =
        F(casadi::MXDict{{"x0", w(casadi::Slice(0, 2))}, {"p", w(casadi::Slice(2, 4))}});
    return MX(made.at("xf")(casadi::Slice(), -1));
  });
}

ForcedCollision ball() {
  const Expr q = Expr::sym("q", 1), g = Expr::sym("g"), e = Expr::sym("e");
  const System s({.name = "ball",
                  .q = q,
                  .parameters = {{"gravity", g, point[2]}, {"restitution", e, point[3]}},
                  .M = Expr::eye(1),
                  .V = g * q(0),
                  .g = {{"floor", q(0), Contact{.restitution = e}}}});
  return {s, {.discretization = verlet(), .backend = newton(), .law = Law::newton}};
}

Answer by_one_step() {
  const ForcedCollision stepper = ball();
  const DifferentiableStep step(stepper, {.parameters = {"gravity", "restitution"}});
  return of_graph([&](const MX& w) {
    return step.function()(
        std::vector<MX>{w(casadi::Slice(0, 2)), w(casadi::Slice(2, 4)), MX(end_time)})[0];
  });
}

/// Of a run, in sweeps; times of derivatives are with the run.
Answer by_run(long steps) {
  ForcedCollision stepper = ball();
  RunSensitivity sensitivity(stepper);
  Answer answer;
  const auto run = [&] {
    return simulate(stepper, State{.q = point.head(1), .p = point.segment(1, 1)},
                    {.h = end_time / static_cast<double>(steps), .steps = steps});
  };
  const auto take = [&] {
    if (const std::string why = sensitivity.take(run()); !why.empty())
      throw std::runtime_error(why);
  };
  const auto filled = [](const Matrix& m) {
    DM made(m.rows(), m.cols());
    for (Index i = 0; i < m.rows(); ++i)
      for (Index j = 0; j < m.cols(); ++j) made(i, j) = m(i, j);
    return made;
  };
  const Matrix by_point = Matrix::Identity(sensitivity.inputs(), 4);
  answer.end = timed(
      [&] {
        const State last = run().last().state;
        return DM(std::vector<double>{last.q[0], last.p[0]});
      },
      answer.end_us);
  answer.forward =
      timed([&] { return take(), filled(sensitivity.forward(by_point)); }, answer.forward_us);
  answer.reverse = timed(
      [&] {
        take();
        Matrix rows(2, 4);
        for (Index i = 0; i < 2; ++i)
          rows.row(i) = sensitivity.adjoint(Vector::Unit(2, i)).head(4).transpose();
        return filled(rows);
      },
      answer.reverse_us);
  answer.second = timed(
      [&] {
        take();
        Matrix all(4, 4);
        for (Index j = 0; j < 4; ++j)
          all.col(j) = sensitivity.hessian_vector(Vector::Unit(2, 0), by_point.col(j)).head(4);
        return filled(all);
      },
      answer.second_us);
  return answer;
}

std::string cell(const std::optional<DM>& found, const DM& exact, double us) {
  if (!found) return "fails";
  const double error = static_cast<double>(norm_inf(vec(densify(*found - exact)))) /
                       static_cast<double>(norm_inf(vec(densify(exact))));
  return fmt::format("{:.0e}, {:.0f}", error, us);
}

void print(const std::string& name, const Answer& answer, const Answer& exact) {
  fmt::print("| {} | {} | {} | {} | {} |\n", name, cell(answer.end, *exact.end, answer.end_us),
             cell(answer.forward, *exact.forward, answer.forward_us),
             cell(answer.reverse, *exact.reverse, answer.reverse_us),
             cell(answer.second, *exact.second, answer.second_us));
}

}  // namespace

int main() {
  const Answer exact = closed_form();
  fmt::print("| | end | forward | reverse | second derivatives |\n|---|---|---|---|---|\n");
  print("ricochet, one step as a function", by_one_step(), exact);
  for (const long steps : {10, 100, 1000})
    print(fmt::format("ricochet, run of {} steps", steps), by_run(steps), exact);
  for (const double tolerance : {1e-6, 1e-12})
    for (const char* solver : {"cvodes", "idas", "rk"})
      for (const casadi_int intervals : {1, 10, 100})
        print(fmt::format("`{}`, {} {}, event_tol {:.0e}", solver, intervals,
                          intervals == 1 ? "interval" : "intervals", tolerance),
              by_casadi(solver, intervals, tolerance), exact);
}
