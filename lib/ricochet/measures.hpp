#pragma once

#include "ricochet/step.hpp"
#include "ricochet/symbols/casadi_eigen.hpp"
#include "ricochet/system.hpp"

namespace ricochet {

/// The measured quantities of a system at a state. It has kernels of its own and evaluates without
/// allocating. The parameter values are those of the system given.
///
/// The energy is H(q, p) for a separable system without nonholonomic rows. For other systems it is
/// E_d of the last (sub)step, as the stepper reports it; before the first step it is NaN.
class Measures {
 public:
  explicit Measures(const System& system);

  /// Those of the same system with other parameter values.
  void set_parameters(const System& system) { theta_ = system.parameter_values(); }

  [[nodiscard]] double energy(const Step& step);  ///< H(q, p) or E_d [J]
  /// True if the energy is E_d: that of the middle of the last flight where a step has flights.
  [[nodiscard]] bool energy_is_of_flights() const { return !has_H_; }
  [[nodiscard]] const Vector& momenta(const State& state);  ///< all momentum maps
  [[nodiscard]] const Vector& gaps(const State& state);     ///< g(q), m entries [m]
  [[nodiscard]] double equality_error(const State& state);  ///< max |f(q)| [m]

 private:
  void set_time(double t);

  Kernel energy_, momenta_, gaps_, equalities_;
  bool has_H_ = true, rheonomic_ = false;
  Vector theta_, J_, g_, f_;
};

}  // namespace ricochet
