#pragma once

#include "ricochet/linear/kernel_matrix.hpp"
#include "ricochet/steppers/smooth_contact.hpp"
#include "ricochet/system.hpp"

namespace ricochet {

/// The gaps g of a system and their gradients G, as numbers at one place after another.
class GapField {
 public:
  explicit GapField(const System& s);

  void set_parameters(const System& s) { theta_ = s.parameter_values(); }

  /// Gaps at q, one per entry of g; valid until the next call of this object.
  const Vector& at(const Vector& q);
  /// Gradients at the last place, n x m, sparse.
  [[nodiscard]] auto gradients() const { return gradients_.matrix(); }

  /// Sets 1 for the entries of g that are closed or violated at q, g_i <= the tolerance, else 0.
  void reached(const Vector& q, Mask& out);
  /// Sets 1 for the entries closed at q or closing within a time [s] at velocity w; a union's
  /// pieces only where none is open. Returns the gaps, as at() does.
  const Vector& touching(const Vector& q, const Vector& w, double within, Mask& out);

 private:
  ContactTable contacts_;
  double tolerance_;
  Kernel kernel_;
  KernelMatrix gradients_;
  Vector theta_, gaps_;
};

}  // namespace ricochet
