#pragma once

#include "ricochet/discretization.hpp"
#include "ricochet/shadow/virtual_energy.hpp"
#include "ricochet/step_solver.hpp"
#include "ricochet/steppers/smooth_contact.hpp"

#include <optional>

namespace ricochet {

/// Which shadow energy: a closed form up to h^order, or S_k of virtual steps.
struct ShadowKind {
  int order = 0;          ///< 2, 4 or 6 (8 for small systems)
  int virtual_steps = 0;  ///< k; 0: the closed form
};

/// A shadow energy as a number, and those of two and four orders less, which tell how far it can be
/// trusted.
class ShadowMeter {
 public:
  /// Throws std::invalid_argument where there is no such energy.
  ShadowMeter(const System& s, const Discretization& d, const ShadowKind& kind,
              const Backend& backend);
  ShadowMeter(const ShadowMeter& other);
  ShadowMeter& operator=(const ShadowMeter&) = delete;
  ~ShadowMeter() = default;

  void set_parameters(const System& s);
  /// E(q, p) for steps of size h, of two orders less and of four orders less [J]; NaN where there
  /// is no such order.
  using Values = VirtualEnergy::Values;
  [[nodiscard]] Values at(const Vector& q, const Vector& p, double h);
  /// E alone.
  [[nodiscard]] double energy(const Vector& q, const Vector& p, double h);
  [[nodiscard]] const ShadowKind& kind() const { return kind_; }
  /// A closed form costs less than a step, virtual steps cost many.
  [[nodiscard]] bool cheap() const { return !virtual_; }

 private:
  struct Virtual {  // the map of free steps and the energy made of them
    SmoothContact map;
    VirtualEnergy energy;
  };
  void connect();

  ShadowKind kind_;
  Kernel all_, alone_;  // of closed forms
  std::optional<Virtual> virtual_;
  VirtualEnergy::Map step_;
  Vector theta_;
};

}  // namespace ricochet
