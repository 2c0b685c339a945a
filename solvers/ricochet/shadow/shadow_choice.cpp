#include "ricochet/shadow/shadow_choice.hpp"

#include "ricochet/energy.hpp"

namespace ricochet {
namespace {

constexpr Index few_coordinates = 6;
constexpr long short_form = 400, long_form = 3000;  // operations
constexpr int virtual_steps = 3;

/// Of the closed form of an order, each made once.
long operations(const System& s, const Discretization& d, int order) {
  const Expr q = Expr::sym("q", s.n()), p = Expr::sym("p", s.n()), h = Expr::sym("h");
  return Expr::n_nodes(cse(Energy::shadow(order).expression(s, d, q, p, h)));
}

}  // namespace

ShadowKind suitable_shadow(const System& s, const Discretization& d) {
  const bool closed = Energy::no_shadow(s, d).empty();
  if (!closed || operations(s, d, 2) > long_form) return {.virtual_steps = virtual_steps};
  const bool shorter = s.n() <= few_coordinates && operations(s, d, 4) <= short_form;
  return {.order = shorter ? 6 : 4};
}

std::string no_suitable_shadow(const System& s, const Discretization& d) {
  const std::string reason = Energy::no_shadow(s, d);
  return Energy::no_virtual_shadow(s, d).empty() ? std::string() : reason;
}

}  // namespace ricochet
