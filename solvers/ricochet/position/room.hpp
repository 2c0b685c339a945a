#pragma once

#include "ricochet/linear/kernel_matrix.hpp"
#include "ricochet/system.hpp"

#include <string>
#include <vector>

namespace ricochet {

/// Whether walls that move leave an admissible position near a place.
///
/// From there 1/2 |min(g, 0)|^2 + 1/2 |f|^2 is made as small as it gets, by Gauss and Newton's
/// method with damping, in the metric of the masses. Where it ends above 0, what is violated, y =
/// -min(g, 0), has G y + F z = 0: to first order no motion opens one contact without closing
/// another one. If what moves makes that worse, d/dt (y^T g) < 0, the walls close in on each other.
class Room {
 public:
  explicit Room(const System& s);

  void set_parameters(const System& s);
  /// True if there is none left near q at the time t [s]. A search that is lost says no.
  [[nodiscard]] bool gone(const Vector& q, double t);
  /// The contacts that leave none.
  [[nodiscard]] std::string culprits() const { return contacts_.names(violated_); }

 private:
  void evaluate(const Vector& q);
  void find_slope();
  bool descend();
  [[nodiscard]] double violation() const { return 0.5 * missed_.squaredNorm(); }
  [[nodiscard]] bool closes_in();

  Index m_;
  double tolerance_;
  ContactTable contacts_;
  Kernel rows_kernel_, slopes_kernel_;
  KernelMatrix slopes_, moved_;  // (G, F) and M^-1 (G, F)
  Vector theta_, q_, trial_, rows_, rates_;
  Vector missed_;  // min(g, 0) and f
  Vector slope_;   // M^-1 times the gradient of the violation
  Matrix W_;
  Vector y_;
  std::vector<Index> places_;    // rows that are not satisfied
  std::vector<Index> violated_;  // contacts that leave no room
  double damping_ = 0.0;
};

}  // namespace ricochet
