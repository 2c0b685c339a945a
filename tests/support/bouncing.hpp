#pragma once

#include "ricochet/run/recorded_run.hpp"
#include "ricochet/stepper.hpp"

#include <memory>
#include <stdexcept>

namespace ricochet::support {

/// A ball above a floor; its method here is explicit, and a mirror serves as its impacts, so that
/// tests of the core need no method of another library.
inline System ball() {
  const Expr q = Expr::sym("q", 2), gravity = Expr::sym("gravity");
  return System({.name = "ball",
                 .q = q,
                 .parameters = {{"gravity", gravity, 9.81}},
                 .M = Expr::eye(2),
                 .V = gravity * q(1),
                 .g = {{"floor", q(1)}},
                 .momenta = {{"across", [](const Expr&, const Expr& p) { return p(0); }}}});
}

class Mirror final : public Stepper {
 public:
  using Stepper::advance;
  Mirror() : Stepper(ball()) {}

  [[nodiscard]] const StepperInfo& info() const override { return info_; }
  [[nodiscard]] std::unique_ptr<Stepper> clone() const override {
    return std::make_unique<Mirror>(*this);
  }
  double fails_at = 1e300;  ///< [s]

 private:
  void step(const Step& from, double h, Step& to) override {
    const double g = system().parameter("gravity");
    to.state = from.state;
    to.state.t += h;
    to.state.p[1] -= g * h;
    to.state.q += h * to.state.p;
    if (to.state.q[1] < 0.0) {
      to.impacts.push_back({.t = to.state.t, .alpha = 1.0, .constraints = {0}});
      to.impacts.back().impulse = Vector{{-2.0 * to.state.p[1]}};
      to.state.q[1] *= -1.0;
      to.state.p[1] *= -1.0;
    }
    to.report.status = to.state.t < fails_at ? StepStatus::converged : StepStatus::infeasible;
    if (!to.report.ok()) stay(from, to, StepStatus::infeasible, "asked for");
  }

  StepperInfo info_{.name = "mirror"};
};

inline State ball_start() { return {.q = Vector{{0.0, 1.0}}, .p = Vector{{0.5, 0.0}}}; }

}  // namespace ricochet::support
