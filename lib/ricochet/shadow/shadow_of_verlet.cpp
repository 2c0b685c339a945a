#include "ricochet/shadow/bracket_series.hpp"
#include "ricochet/shadow/shadow_forms.hpp"

#include <map>
#include <string>

namespace ricochet {
namespace {

/// Chains of derivatives of W, each made once.
class Chains {
 public:
  Chains(const System& s, const Expr& q, const Expr& p)
      : q_(q), p_(p), v_(s.velocity(p_)), dV_(gradient(s.V(q_), q_)) {
    made_[""] = dot(dV_, v_);
  }
  const Expr& of(const std::string& chain) {
    const auto found = made_.find(chain);
    if (found != made_.end()) return found->second;
    const Expr inner = of(chain.substr(1));
    return made_[chain] =
               chain.front() == 'T' ? jtimes(inner, q_, v_) : Expr(-jtimes(inner, p_, dV_));
  }

 private:
  Expr q_, p_, v_, dV_;
  std::map<std::string, Expr> made_;
};

}  // namespace

Expr shadow_of_verlet(const System& s, const Expr& q, const Expr& p, const Expr& h, int order) {
  const Expr x = Expr::sym("q", s.n()), y = Expr::sym("p", s.n());
  Chains chains(s, x, y);
  Expr E = s.H(x, y), power = 1.0;
  for (int r = 2; r <= order; r += 2) {
    power = power * h * h;
    Expr sum = 0.0;
    for (const auto& [chain, factor] : kick_drift_kick_terms(r))
      sum += factor.value() * chains.of(chain);
    E += power * sum;
  }
  return substitute(std::vector<Expr>{E}, std::vector<Expr>{x, y}, std::vector<Expr>{q, p}).at(0);
}

}  // namespace ricochet
