#include "ricochet/energy.hpp"

#include <stdexcept>
#include <utility>

namespace ricochet {

const Energy Energy::continuous{"continuous"};
const Energy Energy::numerical{"numerical"};

Energy::Energy(std::string name) : name_(std::move(name)) {}

namespace {

/// What no shadow energy is for; empty if there may be one.
std::string not_autonomous(const System& s) {
  const SystemSpecification& given_by = s.specification();
  if (s.rheonomic()) return "something in the system moves by itself, so that no energy is kept";
  if (!given_by.forces.empty()) return "the system has forces (.forces), which do work";
  if (!given_by.omega.empty())
    return "the system has nonholonomic rows (.omega), whose motion is not that of an energy";
  return {};
}

}  // namespace

Energy Energy::shadow(int order) {
  if (order < 2 || order > 8 || order % 2 != 0)
    throw std::invalid_argument("Energy::shadow: the order must be 2, 4, 6 or 8, not " +
                                std::to_string(order));
  Energy energy("shadow:" + std::to_string(order));
  energy.order_ = order;
  return energy;
}

std::string Energy::no_shadow(const System& s, const Discretization& d) {
  if (std::string reason = not_autonomous(s); !reason.empty()) return reason;
  if (!s.separable()) return "closed forms need a constant mass matrix (.M and .V)";
  if (s.k() > 0) return "closed forms do not know equalities; take virtual steps";
  if (!d.has_shadow())
    return "discretization '" + d.name() + "' declares no shadow energy; use midpoint or verlet" +
           (d.symmetric() ? ", or virtual steps" : "");
  return {};
}

std::string Energy::no_virtual_shadow(const System& s, const Discretization& d) {
  if (std::string reason = not_autonomous(s); !reason.empty()) return reason;
  if (!d.symmetric())
    return "virtual steps go backwards by the size -h: discretization '" + d.name() +
           "' is not symmetric, so that they do not return";
  return {};
}

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
  if (order_ > 0) {
    if (const std::string reason = no_shadow(s, d); !reason.empty())
      throw std::invalid_argument("Energy::shadow: " + reason);
    return d.shadow(s, q, p, h, order_);
  }
  const Expr H = d.numerical_hamiltonian(s, q, p, h);
  if (!given(H))
    throw std::invalid_argument("Energy::numerical: discretization '" + d.name() +
                                "' declares no numerical Hamiltonian; use midpoint or verlet, or "
                                "Energy::continuous");
  return H;
}

}  // namespace ricochet
