#pragma once

#include "ricochet/backends/newton.hpp"
#include "ricochet/system.hpp"
#include "support/gravity.hpp"

#include <memory>
#include <string>

namespace ricochet::support {

/// A ball below a ceiling.
inline System room() {
  const Expr y = Expr::sym("y");
  return System({.name = "room", .q = y, .M = 1.0, .V = gravity * y, .g = {{"ceiling", 1.0 - y}}});
}

/// A solver that fails by itself.
class Broken final : public StepSolver {
 public:
  explicit Broken(StepStatus status) : status_(status) {}
  StepReport solve(const Vector& /*parameters*/, const Vector& /*guess*/, const Vector& /*hint*/,
                   Solution& /*solution*/) override {
    return {.status = status_, .message = "broken on purpose"};
  }
  [[nodiscard]] std::unique_ptr<StepSolver> clone() const override {
    return std::make_unique<Broken>(status_);
  }

 private:
  StepStatus status_;
};

/// Newton's method, but for the problems of a name: those of flights behind an impact.
inline Backend broken(StepStatus status, const std::string& name = "flight after an impact") {
  return {"broken", [status, name](const StepProblem& p) -> std::unique_ptr<StepSolver> {
            if (p.name.starts_with(name)) return std::make_unique<Broken>(status);
            return newton().prepare(p);
          }};
}

}  // namespace ricochet::support
