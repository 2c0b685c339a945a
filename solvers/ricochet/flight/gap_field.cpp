#include "ricochet/flight/gap_field.hpp"

namespace ricochet {

GapField::GapField(const System& s)
    : contacts_(s.contacts()),
      tolerance_(s.tolerances().gap),
      theta_(s.parameter_values()),
      gaps_(s.m()) {
  const Expr q = Expr::sym("q", s.n());
  kernel_ = Kernel("gaps", {q, s.parameter_symbols()}, {densify(s.g(q)), s.G(q)}, true);
  gradients_ = KernelMatrix(kernel_.sparsity_out(1));
}

const Vector& GapField::at(const Vector& q) {
  kernel_({q, theta_}, {gaps_, gradients_.values()});
  return gaps_;
}

void GapField::reached(const Vector& q, Mask& out) {
  out = at(q);
  for (double& gap : out) gap = gap <= tolerance_ ? 1.0 : 0.0;
}

const Vector& GapField::touching(const Vector& q, const Vector& w, double within, Mask& out) {
  const Vector& g = at(q);
  out.setZero(g.size());
  const auto G = gradients();
  // Product by product: norms would add coordinates of different units.
  const auto slack = [&](Index i) {
    return tolerance_ + within * G.col(i).cwiseAbs().dot(w.cwiseAbs());
  };
  for (const auto& [first, last] : contacts_.row_entries()) {
    bool open = false;
    for (Index i = first; i < last; ++i) open = open || g[i] > slack(i);
    for (Index i = first; i < last && !open; ++i)
      out[i] = last - first == 1 || g[i] >= -slack(i) ? 1.0 : 0.0;
  }
  return g;
}

}  // namespace ricochet
