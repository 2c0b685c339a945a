#pragma once

#include "ricochet/discretization.hpp"
#include "ricochet/shadow/held_map.hpp"
#include "ricochet/shadow/virtual_energy.hpp"
#include "ricochet/step_solver.hpp"

#include <optional>

namespace ricochet {

/// Which shadow energy: a closed form up to h^order, or S_k of virtual steps.
struct ShadowKind {
  int order = 0;          ///< 2, 4 or 6 (8 for small systems)
  int virtual_steps = 0;  ///< k; 0: the closed form
};

/// A shadow energy as a number, and those of two and four orders less, which tell how far it can be
/// trusted.
///
/// While contacts are held, steps keep another energy, that of the map which holds them. It has no
/// closed form: it is S_k, with k = order/2 + 1 where free steps have a closed form.
class ShadowMeter {
 public:
  /// Throws std::invalid_argument where there is no such energy.
  ShadowMeter(const System& s, const Discretization& d, const ShadowKind& kind,
              const Backend& backend);
  ShadowMeter(const ShadowMeter& other);
  ShadowMeter& operator=(const ShadowMeter&) = delete;
  ~ShadowMeter() = default;

  void set_parameters(const System& s);
  /// The contacts that the steps to be measured hold: 1, else 0.
  void hold(const Mask& S);
  /// E(q, p) for steps of size h, of two orders less and of four orders less [J]; NaN where there
  /// is no such order.
  using Values = VirtualEnergy::Values;
  [[nodiscard]] Values at(const Vector& q, const Vector& p, double h);
  /// E alone.
  [[nodiscard]] double energy(const Vector& q, const Vector& p, double h);
  [[nodiscard]] const ShadowKind& kind() const { return kind_; }
  /// A closed form costs less than a step, virtual steps cost many.
  [[nodiscard]] bool cheap() const { return !stepping_; }

 private:
  struct Virtual {  // the map of steps and the energy made of them
    HeldMap map;
    VirtualEnergy energy;
  };
  void connect();

  ShadowKind kind_;
  Kernel all_, alone_;              // of closed forms
  std::optional<Virtual> virtual_;  // where something may be held, or there is no closed form
  bool stepping_ = false;           // the energy is that of virtual steps
  VirtualEnergy::Map step_;
  Vector theta_;
};

}  // namespace ricochet
