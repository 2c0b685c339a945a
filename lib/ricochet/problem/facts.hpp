#pragma once

#include "ricochet/state.hpp"
#include "ricochet/system.hpp"

namespace ricochet {

/// Facts about a system and its start that decide which methods fit. Suites of benchmarks are
/// queries over these facts, and the advice on methods follows from them.
struct Facts {
  Index coordinates = 0, inequalities = 0, equalities = 0, nonholonomic = 0;
  bool separable = true;
  bool unions = false;
  bool forces = false;
  bool rheonomic = false;    ///< something moves by itself, see System::rheonomic()
  bool loaded = false;       ///< V depends on q, or a Lagrangian is given: contacts may be pressed
  bool elastic = false;      ///< V couples coordinates that a contact moves with others
  bool dissipative = false;  ///< a restitution below 1 or a friction above 0
  bool frictional = false;   ///< a friction above 0 where tangents say how it acts
  Index closed = 0;          ///< inequalities with g = 0 at the start
  Index sliding = 0;         ///< of the closed ones: tangential, |n.v| within the tolerance
  Index coupled = 0;     ///< of the closed ones: an impulse of one moves another, n_i.M^-1 n_j != 0
  Index redundant = 0;   ///< equalities and closed contacts beyond the rank of their gradients
  Index duplicated = 0;  ///< inequalities with the gap and the gradient of another one there
};

[[nodiscard]] Facts facts_of(const System& system, const State& start);

}  // namespace ricochet
