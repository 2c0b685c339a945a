#include "ricochet/measures.hpp"

namespace ricochet {

Measures::Measures(const System& s)
    : has_H_(s.separable() && s.specification().omega.empty()),
      theta_(s.parameter_values()),
      J_(static_cast<Index>(s.specification().momenta.size())),
      g_(s.m()),
      f_(s.k()) {
  const Expr q = Expr::sym("q", s.n()), p = Expr::sym("p", s.n()), theta = s.parameter_symbols();
  if (has_H_) energy_ = Kernel("H", {q, p, theta}, {s.H(q, p)});
  momenta_ = Kernel("J", {q, p, theta}, {s.J(q, p)});
  gaps_ = Kernel("g", {q, theta}, {s.g(q)});
  equalities_ = Kernel("f", {q, theta}, {s.f(q)});
}

double Measures::energy(const Step& step) {
  if (!has_H_) return step.discrete_energy;
  double H = 0.0;
  energy_({step.state.q, step.state.p, theta_}, {H});
  return H;
}

const Vector& Measures::momenta(const State& state) {
  momenta_({state.q, state.p, theta_}, {J_});
  return J_;
}

const Vector& Measures::gaps(const State& state) {
  gaps_({state.q, theta_}, {g_});
  return g_;
}

double Measures::equality_error(const State& state) {
  equalities_({state.q, theta_}, {f_});
  return f_.size() == 0 ? 0.0 : f_.cwiseAbs().maxCoeff<Eigen::PropagateNaN>();
}

}  // namespace ricochet
