#include "ricochet/certify/rule_certifier.hpp"

#include "ricochet/certify/findings.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ricochet {
namespace {

struct Symbols {
  explicit Symbols(const System& s)
      : q0(Expr::sym("q0", s.n())),
        p0(Expr::sym("p0", s.n())),
        q1(Expr::sym("q1", s.n())),
        p1(Expr::sym("p1", s.n())),
        h(Expr::sym("h")),
        lambda0(Expr::sym("lambda0", s.m())),
        nu0(Expr::sym("nu0", s.k())),
        lambda(Expr::sym("lambda", s.m())),
        nu(Expr::sym("nu", s.k())),
        theta(s.parameter_symbols()) {}
  Expr q0, p0, q1, p1, h, lambda0, nu0, lambda, nu, theta;
};

/// What a rule claims of a step, in the symbols above. Rows are lengths.
struct Rule {
  Expr dynamics = {};  ///< = 0
  Expr equality = {};  ///< = 0
  Expr act_at = {};    ///< the position at which contacts act
  Expr duration = {};  ///< in which an impulse moves its contact by push
};

Expr slope(const System& s, const Expr& q) {
  const Expr at = Expr::sym("q", s.n());
  return substitute(gradient(s.V(at), at), at, q);
}

Expr force(const System& s, const Expr& q, const Expr& lambda, const Expr& nu) {
  return mtimes(s.G(q), lambda) + mtimes(s.F(q), nu);
}

class RuleCertifier final : public StepCertifier {
 public:
  RuleCertifier(const System& s, const Symbols& z, const Rule& rule)
      : found_(s),
        theta_(s.parameter_values()),
        none_m_(Vector::Zero(s.m())),
        none_k_(Vector::Zero(s.k())),
        dynamics_(2 * s.n()),
        equality_(rule.equality.size1()),
        gap_(s.m()),
        push_(s.m()) {
    const Expr G = s.G(rule.act_at);
    const Expr W = s.m() == 0 ? Expr(0, 1) : densify(sum1(G * s.velocity(G)).T());
    rule_ = Kernel(
        "certify_rule", {z.q0, z.p0, z.q1, z.p1, z.h, z.lambda0, z.nu0, z.lambda, z.nu, z.theta},
        {rule.dynamics, stack({rule.equality}), s.g(rule.act_at), rule.duration * W * z.lambda});
  }

  void set_parameters(const System& s) override { theta_ = s.parameter_values(); }

  [[nodiscard]] Certificate certify(const Step& from, double h, const Step& to) override {
    found_.clear();
    const bool carried = from.force.lambda.size() == none_m_.size();
    const bool reacted = from.force.nu.size() == none_k_.size();
    rule_({from.state.q, from.state.p, to.state.q, to.state.p, h,
           carried ? from.force.lambda : none_m_, reacted ? from.force.nu : none_k_,
           to.force.lambda, to.force.nu, theta_},
          {dynamics_, equality_, gap_, push_});
    found_.take_largest(Findings::dynamics, dynamics_, "the equations of motion are not satisfied");
    found_.take_largest(Findings::equality, equality_, "an equality is not satisfied");
    const double ends = from.state.t + h;
    found_.take(Findings::dynamics,
                std::abs(to.state.t - ends) <= 1e-12 * (std::abs(ends) + h) ? 0.0 : h,
                "the step does not end h later");
    for (Index i = 0; i < gap_.size(); ++i) check_contact(i);
    return found_.certificate();
  }

  [[nodiscard]] std::string culprit() const override { return found_.text(); }
  [[nodiscard]] std::unique_ptr<StepCertifier> clone() const override {
    return std::make_unique<RuleCertifier>(*this);
  }

 private:
  /// 0 <= lambda _|_ g >= 0 where contacts act.
  void check_contact(Index i) {
    found_.take(Findings::gap, std::max(0.0, -gap_[i]), "is penetrated", i);
    found_.take(Findings::sign, std::max(0.0, -push_[i]), "pulls", i);
    if (push_[i] != 0.0)
      found_.take(Findings::complementarity, std::min(std::abs(push_[i]), std::max(0.0, gap_[i])),
                  "pushes, but is open", i);
  }

  Kernel rule_;
  Findings found_;
  Vector theta_, none_m_, none_k_, dynamics_, equality_;
  Vector gap_, push_;  // per entry of g, lengths
};

}  // namespace

std::unique_ptr<StepCertifier> certify_direct(const System& s, bool at_midpoint) {
  const Symbols z(s);
  const Expr middle = 0.5 * (z.q0 + z.q1), w = at_midpoint ? middle : z.q1;
  const Expr mean = 0.5 * (s.velocity(z.p0) + s.velocity(z.p1));
  const Expr balance =
      z.p1 - z.p0 + z.h * slope(s, middle) - force(s, w, z.lambda, z.nu);  // (B.13), (B.15)
  return std::make_unique<RuleCertifier>(
      s, z,
      Rule{.dynamics = stack({z.q1 - z.q0 - z.h * mean, z.h * s.velocity(balance)}),
           .equality = s.f(w),
           .act_at = w,
           .duration = z.h});
}

std::unique_ptr<StepCertifier> certify_newmark(const System& s, double beta, double gamma,
                                               bool imex) {
  const Symbols z(s);
  const Expr R0 = imex ? Expr::zeros(s.n()) : force(s, z.q0, z.lambda0, z.nu0);
  const Expr R1 = force(s, z.q1, z.lambda, z.nu);
  const Expr a0 = z.h * slope(s, z.q0) - R0, a1 = z.h * slope(s, z.q1) - (imex ? Expr(0.0) : R1);
  const Expr drift = (0.5 - beta) * a0 + beta * a1 - (imex ? 0.5 * R1 : Expr(0.0));
  const Expr position = z.q1 - z.q0 - z.h * s.velocity(z.p0 - drift);  // (B.8), (B.10)
  const Expr balance =
      z.p1 - z.p0 + (1.0 - gamma) * a0 + gamma * a1 - (imex ? R1 : Expr(0.0));  // (B.9), (B.11)
  return std::make_unique<RuleCertifier>(
      s, z,
      Rule{.dynamics = stack({position, z.h * s.velocity(balance)}),
           .equality = s.f(z.q1),
           .act_at = z.q1,
           .duration = z.h});
}

}  // namespace ricochet
