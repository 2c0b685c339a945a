#pragma once

#include "ricochet/system.hpp"
#include "support/matchers.hpp"

#include <limits>
#include <string>
#include <vector>

namespace ricochet::support {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

/// A bead above a floor: every part of a specification is there and right.
inline SystemSpecification valid() {
  const Expr q = Expr::sym("q", 2), v = Expr::sym("v", 2);
  const Expr mass = Expr::sym("mass"), e = Expr::sym("e");
  return {.name = "bead",
          .q = q,
          .v = v,
          .t = Expr::sym("t"),
          .parameters = {{"mass", mass, 2.0}, {"restitution", e, 0.5}},
          .M = mass * Expr::eye(2),
          .V = 9.81 * mass * q(1),
          .f = {{"track", q(0) - 1.0}},
          .g = {{"floor", q(1), Contact{.restitution = e}}},
          .omega = {{"skate", v(0) - q(1) * v(1)}},
          .forces = {{"drag", -0.1 * v}},
          .momenta = {{"momentum", [](const Expr&, const Expr& p) { return Expr(p(0)); }}}};
}

/// A symbol that no specification knows.
inline Expr stranger() { return Expr::sym("stranger"); }

/// Makes the valid specification wrong in one respect.
using Spoil = void (*)(SystemSpecification&);

struct Refusal {
  std::string name;
  Spoil spoil;
  std::vector<std::string> fragments;
};

/// Spoils the valid specification; the message must name the system and contain the fragments.
inline void expect_refused(const Refusal& refusal) {
  SystemSpecification s = valid();
  refusal.spoil(s);
  std::vector<std::string> fragments = refusal.fragments;
  if (!s.name.empty()) fragments.emplace_back("System 'bead': ");
  expect_message([&] { (void)System(s); }, fragments);
}

inline std::string refusal_name(const testing::TestParamInfo<Refusal>& tested) {
  return tested.param.name;
}

}  // namespace ricochet::support
