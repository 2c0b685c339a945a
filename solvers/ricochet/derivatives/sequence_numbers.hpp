#pragma once

#include "ricochet/derivatives/frozen_steps.hpp"

#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace ricochet {

/// Sizes of the inputs and results of a step as a function, which all sequences share; see
/// DifferentiableStep.
struct StepSizes {
  casadi_int x = 0, theta = 0, impacts = 0, z = 0;
  double late = 1.0;  ///< the time of an impact that there is not [h]; -1 where steps go back

  [[nodiscard]] casadi_int in(casadi_int i) const { return i == 0 ? x : i == 1 ? theta : 1; }
  /// Where x, theta and h begin among the columns of a derivative, and where they end.
  [[nodiscard]] std::vector<casadi_int> columns() const { return {0, x, x + theta, inputs()}; }
  [[nodiscard]] casadi_int inputs() const { return x + theta + 1; }
  /// Of a derivative: of (end, impact times), and of z.
  [[nodiscard]] casadi_int rows(casadi_int o) const { return o == 0 ? x + impacts : z; }
};

/// What the inputs (x, theta, h) of a step as a function stand for.
struct StepInputs {
  std::vector<Index> varied = {};  ///< places of theta among all parameters
  Vector all = {};                 ///< values of all
  StepSizes sizes = {};
};

/// Where a step stands, as CasADi gives it. The label says which equations it solves.
struct StepPoint {
  const double *x = nullptr, *theta = nullptr, *h = nullptr, *z = nullptr;
  double label = 0.0, t = 0.0;
};

/// The first or second derivatives of (end, impact times) and of z by w = (x, theta, h) in numbers:
/// column-major as CasADi lays them out, with rows for as many impacts and unknowns as there may
/// be. Nothing is allocated once every thread has met a label. Serves several threads.
class SequenceNumbers {
 public:
  SequenceNumbers(FrozenSteps steps, StepInputs inputs, FrozenStep::Order order);

  /// Either may be left out. NaN for a label that no step had, and where the equations are
  /// singular.
  void operator()(const StepPoint& at, double* of_end, double* of_z) const;

 private:
  /// What one thread works with.
  struct Worker {
    std::map<double, FrozenStep> steps = {};  // by label
    Vector theta = {}, end = {}, z = {};      // the last two: weights
  };
  [[nodiscard]] std::unique_ptr<Worker> take_worker() const;
  [[nodiscard]] casadi_int size(casadi_int o) const;
  void write_nan(double* of_end, double* of_z) const;
  [[nodiscard]] FrozenStep* take(const StepPoint& at, Worker& worker) const;
  void write_first(const FrozenStep& step, double* of_end, double* of_z) const;
  void write_second(FrozenStep& step, Worker& worker, double* of_end, double* of_z) const;
  void write_curvature(const Matrix& H, Index rows, double* out) const;

  FrozenSteps steps_;
  StepInputs inputs_;
  FrozenStep::Order order_;
  std::vector<Index> columns_;  // of w among those of FrozenStep
  mutable std::mutex mutex_;
  mutable std::vector<std::unique_ptr<Worker>> idle_;
};

}  // namespace ricochet
