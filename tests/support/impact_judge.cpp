#include "support/impact_judge.hpp"

#include "ricochet/text/text.hpp"

#include <cmath>

namespace ricochet::support {
namespace {

constexpr double gap_limit = 1e-11;         // m
constexpr double touching = 1e-10;          // m: contacts that take part in an impact
constexpr double place_limit = 1e-12;       // m, rad: flights against positions and momenta
constexpr double energy_limit = 1e-12;      // of the sum of the sizes of the energies
constexpr double tangential_limit = 1e-12;  // of the impulse
constexpr double simultaneous = 1e-9;       // of the step: impacts nearer than that are one
constexpr int samples = 48;                 // of a flight

}  // namespace

ImpactJudge::ImpactJudge(const System& s, const Discretization& d)
    : system_(s), n_(s.n()), g_(s.m()), Minv_(n_, n_), G_(n_, s.m()) {
  const Expr q = Expr::sym("q", n_), w = Expr::sym("w", n_), tau = Expr::sym("tau");
  const Expr theta = s.parameter_symbols(), p0 = -d.D1Ld_mean(s, q, w, tau);
  momentum_ = Kernel("momentum", {q, w, tau, theta}, {p0, densify(jacobian(p0, w))});
  end_ = Kernel("end", {q, w, tau, theta}, {d.D2Ld_mean(s, q, w, tau)});
  energy_ = Kernel("energy", {q, w, tau, theta}, {d.Ed_mean(s, q, w, tau)});
  gaps_ = Kernel("gaps", {q, theta}, {s.g(q), densify(s.G(q))});
  set_parameters(s);
}

void ImpactJudge::set_parameters(const System& s) {
  theta_ = s.parameter_values();
  Minv_ = s.M_now().inverse();
}

Vector ImpactJudge::launch(const Vector& q, const Vector& w, double tau) {
  Vector p(n_);
  Matrix ignored(n_, n_);
  momentum_({q, w, tau, theta_}, {p, ignored});
  return p;
}

ImpactJudge::Point ImpactJudge::fly(const Vector& q, const Vector& p, double tau) {
  Point point{.w = Minv_ * p, .q = q, .p = p};
  Vector launched(n_);
  Matrix slope(n_, n_);
  for (int i = 0; i < 50; ++i) {
    momentum_({q, point.w, tau, theta_}, {launched, slope});
    const Vector change = slope.partialPivLu().solve(p - launched);
    point.w += change;
    if (change.norm() <= 1e-15 * (1.0 + point.w.norm())) break;
  }
  point.q = q + tau * point.w;
  end_({q, point.w, tau, theta_}, {point.p});
  energy_({q, point.w, tau, theta_}, {point.energy});
  return point;
}

double ImpactJudge::open(size_t row, const Vector& values) const {
  const auto& [first, last] = system_.gap_rows()[row];
  return values.segment(first, last - first).maxCoeff();
}

std::string ImpactJudge::verdict(const State& from, double h, const Step& step) {
  Vector q = from.q, p = from.p;
  double elapsed = 0.0;
  Point before;
  for (size_t i = 0; i <= step.impacts.size(); ++i) {
    const bool last = i == step.impacts.size();
    const double until = last ? h : step.impacts[i].alpha * h, tau = until - elapsed;
    if (!(tau >= 0.0)) return "impacts out of order";
    const Point point = fly(q, p, tau);
    if (i > 0)
      if (std::string wrong = verdict_of_impact(step.impacts[i - 1], before, point, h);
          !wrong.empty())
        return wrong;
    const Vector& there = last ? step.state.q : step.impacts[i].q;
    const Vector& arrives = last ? step.state.p : step.impacts[i].p_minus;
    if (!((point.q - there).norm() <= place_limit * (1.0 + there.norm())))
      return "the flight ends elsewhere, by " + brief((point.q - there).norm());
    if (!((point.p - arrives).norm() <= place_limit * (1.0 + arrives.norm())))
      return "the flight ends with another momentum, by " + brief((point.p - arrives).norm());
    if (std::string wrong = verdict_of_way(q, p, tau, i > 0 ? &step.impacts[i - 1] : nullptr);
        !wrong.empty())
      return wrong;
    if (last) break;
    before = point;
    q = there;
    p = step.impacts[i].p_plus;
    elapsed = until;
  }
  return {};
}

/// `before` and `after` are the ends of the flights to and from it.
std::string ImpactJudge::verdict_of_impact(const Impact& hit, const Point& before,
                                           const Point& after, double h) {
  if (hit.flagged) return "flagged";
  const double size = std::abs(before.energy) + before.w.dot(before.p) + after.w.dot(after.p);
  if (!(std::abs(after.energy - before.energy) <= energy_limit * size))
    return "E_d changes by " + brief(after.energy - before.energy);
  gaps_({hit.q, theta_}, {g_, G_});
  const double speed = std::max(before.w.norm(), (Minv_ * hit.p_minus).norm());
  Matrix N(n_, static_cast<Index>(hit.constraints.size()));
  for (size_t j = 0; j < hit.constraints.size(); ++j) {
    const Index i = hit.constraints[j];
    N.col(static_cast<Index>(j)) = G_.col(i);
    if (!(std::abs(g_[i]) <= touching + simultaneous * h * G_.col(i).norm() * speed))
      return "it hits where the gap is " + brief(g_[i]);
  }
  const Vector change = hit.p_plus - hit.p_minus;
  if (!((change - N * hit.impulse).norm() <= tangential_limit * (1.0 + hit.p_minus.norm())))
    return "tangential momentum changes by " + brief((change - N * hit.impulse).norm());
  if (hit.impulse.size() == 0 || !(hit.impulse.minCoeff() > 0.0)) return "an impulse pulls";
  const Vector speeds = G_.transpose() * after.w;
  for (size_t row = 0; row < system_.gap_rows().size(); ++row) {
    const auto& [first, last] = system_.gap_rows()[row];
    bool struck = false;
    for (const Index i : hit.constraints) struck = struck || (i >= first && i < last);
    if (struck && !(speeds.segment(first, last - first).maxCoeff() > 0.0))
      return "it does not leave '" + system_.gap_name(first) + "'";
  }
  return {};
}

/// The flight of duration tau that an impact is followed by: its impulse depends on tau, because it
/// keeps the discrete energy. Of the two roots it has the larger share of the impulse given, where
/// the energy grows with the share: Newton's method comes down to it from above, as the energy is
/// convex. `share` guesses, with that of a shorter flight. False if there is no root nearby.
bool ImpactJudge::leave(const Impact& hit, double tau, double& share, Point& point) {
  const Vector impulse = hit.p_plus - hit.p_minus;
  const auto excess = [&](double part) {
    point = fly(hit.q, hit.p_minus + part * impulse, tau);
    return point.energy - hit.energy_minus;
  };
  constexpr double differ = 1e-6, small = 1e-13, top = 8.0;
  for (double above = share; above <= top; above = 1.5 * above + 0.1) {
    double part = above;
    for (int i = 0; i < 30; ++i) {
      const double off = excess(part),
                   slope = (excess(part + differ) - excess(part - differ)) / (2.0 * differ);
      if (!(slope > 0.0)) break;  // left of the larger root
      if (std::abs(off) <= small * (1.0 + std::abs(point.energy))) {
        share = part;
        (void)excess(part);
        return true;
      }
      part -= off / slope;
    }
  }
  return false;
}

/// The share of its impulse with which a flight without duration leaves: the larger root of an
/// energy that is quadratic in it.
double ImpactJudge::first_share(const Impact& hit) {
  const Vector impulse = hit.p_plus - hit.p_minus;
  const auto energy = [&](double part) {
    return fly(hit.q, hit.p_minus + part * impulse, 0.0).energy;
  };
  const double E0 = energy(0.0), up = energy(1.0) - E0, down = energy(-1.0) - E0;
  const double a = 0.5 * (up + down), b = 0.5 * (up - down), c = E0 - hit.energy_minus;
  const double stopped = -0.5 * b / a;
  return stopped + std::sqrt(std::max(stopped * stopped - c / a, 0.0));
}

/// `behind`: the impact that the flight begins with.
std::string ImpactJudge::verdict_of_way(const Vector& q, const Vector& p, double tau,
                                        const Impact* behind) {
  Point point;
  double share = behind == nullptr ? 1.0 : first_share(*behind);
  for (int k = 0; k <= samples; ++k) {
    if (behind == nullptr || k == samples)
      point = fly(q, p, tau * k / samples);
    else if (!leave(*behind, tau * k / samples, share, point))
      continue;
    gaps_({point.q, theta_}, {g_, G_});
    for (size_t row = 0; row < system_.gap_rows().size(); ++row)
      if (!(open(row, g_) >= -gap_limit))
        return "'" + system_.gap_name(system_.gap_rows()[row].first) + "' is violated by " +
               brief(-open(row, g_)) + " at " + std::to_string(k) + "/" + std::to_string(samples) +
               " of a flight";
  }
  return {};
}

}  // namespace ricochet::support
