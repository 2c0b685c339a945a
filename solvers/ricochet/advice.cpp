#include "ricochet/advice.hpp"

#include "ricochet/registry.hpp"

namespace ricochet {
namespace {

/// A reason for a method; rules are asked in order, so the first that applies is the first choice.
struct Rule {
  const char* stepper;
  bool (*applies)(const Facts&);
  const char* why;
};

bool crowded(const Facts& f) { return f.inequalities > 4 || f.closed > 1; }

const std::vector<Rule>& rules() {
  static const std::vector<Rule> list = {
      {"nonholonomic-collision", [](const Facts& f) { return f.nonholonomic > 0; },
       "has rows omega(q) v = 0: their multipliers are part of each step, impacts are located "
       "inside it"},
      {"forced-collision", [](const Facts& f) { return f.forces || f.dissipative; },
       "has forces, restitution below 1 or friction: six contact laws, the work of forces is "
       "counted"},
      {"collision", [](const Facts& f) { return f.unions || !f.separable; },
       "takes exterior corners and general Lagrangians; impacts are located inside the step"},
      {"discrete-smooth",
       [](const Facts& f) {
         return f.inequalities + f.equalities > 0 && f.sliding == f.inequalities;
       },
       "no contact is open or hit at the start: smooth sliding and equalities, symplectic; it "
       "stops by name where an impact comes"},
      {"gvi", [](const Facts& f) { return f.equalities > 0 || crowded(f); },
       "equalities, several contacts or contacts that touch: simultaneous impacts and lasting "
       "contact in one step, momentum exact, energy bounded; positions of order 1 after impacts"},
      {"collision", [](const Facts& f) { return f.inequalities > 0 && f.equalities == 0; },
       "few bodies and single impacts: located inside the step, of order 2 through impacts"},
      {"gvi", [](const Facts&) { return true; },
       "fixed steps whatever the number of impacts, momentum exact, energy bounded; positions of "
       "order 1 after impacts"},
      {"moreau-jean", [](const Facts& f) { return f.dissipative && f.equalities > 0; },
       "equalities with restitution: velocity-level time stepping, robust and dissipative"},
  };
  return list;
}

bool has(const std::vector<Advice>& list, const std::string& stepper) {
  for (const Advice& advice : list)
    if (advice.stepper == stepper) return true;
  return false;
}

}  // namespace

std::vector<Advice> advise(const System& system, const State& start) {
  const Facts facts = facts_of(system, start);
  std::vector<Advice> list;
  for (const Rule& rule : rules())
    if (!has(list, rule.stepper) && rule.applies(facts) &&
        find_stepper(rule.stepper).why_not(system).empty())
      list.push_back({rule.stepper, rule.why});
  return list;
}

}  // namespace ricochet
