#include "ricochet/energy.hpp"

#include <stdexcept>
#include <utility>

namespace ricochet {

const Energy Energy::continuous{"continuous"};
const Energy Energy::numerical{"numerical"};

Energy::Energy(std::string name) : name_(std::move(name)) {}

Energy Energy::of(const Expr& q, const Expr& p, const Expr& expression) {
  if (!expression.is_scalar())
    throw std::invalid_argument("Energy::of: the expression E(q, p) must be a scalar");
  Energy energy("user");
  energy.q_ = q;
  energy.p_ = p;
  energy.expression_ = expression;
  return energy;
}

Expr Energy::expression(const System& s, const Discretization& d, const Expr& q, const Expr& p,
                        const Expr& h) const {
  if (given(expression_) && (q_.size1() != s.n() || p_.size1() != s.n()))
    throw std::invalid_argument("Energy::of: q and p must have n = " + std::to_string(s.n()) +
                                " entries for system '" + s.name() + "', not " +
                                std::to_string(q_.size1()) + " and " + std::to_string(p_.size1()));
  if (given(expression_))
    return substitute(std::vector<Expr>{expression_}, std::vector<Expr>{q_, p_},
                      std::vector<Expr>{q, p})
        .at(0);
  if (name_ == continuous.name_) return s.H(q, p);
  const Expr H = d.numerical_hamiltonian(s, q, p, h);
  if (!given(H))
    throw std::invalid_argument("Energy::numerical: discretization '" + d.name() +
                                "' declares no numerical Hamiltonian; use midpoint or verlet, or "
                                "Energy::continuous");
  return H;
}

}  // namespace ricochet
