#pragma once

#include "ricochet/stepper.hpp"

#include <memory>
#include <stdexcept>

namespace ricochet::support {

/// A particle without forces: q grows by h p. It fails beyond `wall`, throws beyond `cliff`.
class FreeFlight final : public Stepper {
 public:
  explicit FreeFlight(const System& s, double wall = 1e300, double cliff = 1e300)
      : Stepper(s), wall_(wall), cliff_(cliff) {}

  [[nodiscard]] const StepperInfo& info() const override { return info_; }
  [[nodiscard]] std::unique_ptr<Stepper> clone() const override {
    return std::unique_ptr<Stepper>(new FreeFlight(*this));
  }

 private:
  FreeFlight(const FreeFlight&) = default;

  void step(const Step& from, double h, Step& to) override {
    if (from.state.q[0] > cliff_) throw std::runtime_error("fell off the cliff");
    if (from.state.q[0] > wall_) return stay(from, to, StepStatus::infeasible, "the wall");
    to.state.t = from.state.t + h;
    to.state.q = from.state.q + h * from.state.p;
    to.state.p = from.state.p;
    to.report.status = StepStatus::converged;
  }

  StepperInfo info_{.name = "free-flight", .order = 1};
  double wall_, cliff_;
};

/// One free particle on a line.
inline System particle() {
  const Expr q = Expr::sym("q"), mass = Expr::sym("mass");
  return System(
      {.name = "particle", .q = q, .parameters = {{"mass", mass, 1.0}}, .M = mass, .V = 0.0});
}

}  // namespace ricochet::support
