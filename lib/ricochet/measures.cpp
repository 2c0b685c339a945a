#include "ricochet/measures.hpp"

namespace ricochet {

Measures::Measures(const System& s)
    : has_H_(s.separable() && s.specification().omega.empty()),
      rheonomic_(s.rheonomic()),
      theta_(s.parameter_values()),
      J_(static_cast<Index>(s.specification().momenta.size())),
      g_(s.m()),
      f_(s.k()) {
  const Expr &q = s.q(), p = Expr::sym("p", s.n()), theta = s.parameter_symbols();
  if (has_H_) energy_ = Kernel("H", {q, p, theta}, {s.H(q, p)});
  momenta_ = Kernel("J", {q, p, theta}, {s.J(q, p)});
  gaps_ = Kernel("g", {q, theta}, {s.g(q)});
  equalities_ = Kernel("f", {q, theta}, {s.f(q)});
}

void Measures::set_time(double t) {
  if (rheonomic_) theta_[theta_.size() - 1] = t;
}

double Measures::energy(const Step& step) {
  if (!has_H_) return step.discrete_energy;
  set_time(step.state.t);
  double H = 0.0;
  energy_({step.state.q, step.state.p, theta_}, {H});
  return H;
}

const Vector& Measures::momenta(const State& state) {
  set_time(state.t);
  momenta_({state.q, state.p, theta_}, {J_});
  return J_;
}

const Vector& Measures::gaps(const State& state) {
  set_time(state.t);
  gaps_({state.q, theta_}, {g_});
  return g_;
}

double Measures::equality_error(const State& state) {
  set_time(state.t);
  equalities_({state.q, theta_}, {f_});
  return f_.size() == 0 ? 0.0 : f_.cwiseAbs().maxCoeff<Eigen::PropagateNaN>();
}

}  // namespace ricochet
