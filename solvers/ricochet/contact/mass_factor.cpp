#include "ricochet/contact/mass_factor.hpp"

#include <numeric>

namespace ricochet {

MassFactor::MassFactor(const System& s) : MassFactor(s, sparsify(s.M()).sparsity()) {}

MassFactor::MassFactor(const System& s, const casadi::Sparsity& pattern)
    : kernel_("masses", {s.parameter_symbols()}, {project(s.M(), pattern)}, true),
      M_(pattern),
      factor_(pattern),
      all_(static_cast<size_t>(factor_.blocks())) {
  std::iota(all_.begin(), all_.end(), Index{0});
  set_parameters(s);
}

void MassFactor::set_parameters(const System& s) {
  kernel_({s.parameter_values()}, {M_.values()});
  (void)factor_.factor(M_);  // a System has a definite mass matrix
}

void MassFactor::velocity(const Vector& p, Vector& v) const {
  v = p;
  factor_.solve(all_, v);
}

}  // namespace ricochet
