#pragma once

#include "ricochet/discretization.hpp"
#include "ricochet/system.hpp"

#include <functional>
#include <vector>

namespace ricochet {

/// The shadow energy S_k of any symmetric variational map, without derivatives. L_d is the action
/// of the flow of the shadow energy over a step, so that this energy is p . q' less the rate of the
/// action along it. From k virtual steps to each side of (q0, p0),
///
///   S_k = sum_j c_j / h (v_j - v_-j),   v_j = 1/2 (p0 + p_j) . (q_j - q0) - S_(j),   j = 1 .. k,
///   c_j = (-1)^(j+1) (k!)^2 / (j (k-j)! (k+j)!),
///
/// where S_(j) is the sum of L_d over j steps; behind (q0, p0) steps have the size -h. The error
/// is O(h^2k), and the map conserves S_k to that order. It is exact where V is quadratic. The map
/// may hold equalities and contacts. V must exist where the virtual steps lead, walls or not.
class VirtualEnergy {
 public:
  /// One step of the map from (q0, p0), of the size h of either sign; false if it failed.
  using Map =
      std::function<bool(const Vector& q0, const Vector& p0, double h, Vector& q1, Vector& p1)>;

  VirtualEnergy(const System& s, const Discretization& d, int k);

  void set_parameters(const System& s) { theta_ = s.parameter_values(); }

  /// S_k, S_(k-1) and S_(k-2) [J], those with less than one step NaN; all NaN where a virtual step
  /// fails.
  struct Values {
    double energy = 0.0, before = 0.0, earlier = 0.0;
  };
  [[nodiscard]] Values at(const Vector& q, const Vector& p, double h, const Map& map);

  /// c_1 .. c_k.
  [[nodiscard]] static std::vector<double> weights(int k);

 private:
  bool visit(const Vector& q, const Vector& p, double h, const Map& map, std::vector<double>& v);

  int k_;
  std::vector<double> c_, c_before_, c_earlier_;
  std::vector<double> ahead_, behind_;  // v_j, v_-j
  Kernel action_;
  Vector theta_, q_, p_, q1_, p1_;
};

}  // namespace ricochet
