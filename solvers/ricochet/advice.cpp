#include "ricochet/advice.hpp"

#include <algorithm>
#include <utility>

namespace ricochet {
namespace {

constexpr Index few_coordinates = 12, few_contacts = 40;  // one event after the other is affordable
constexpr Index mesh_ratio = 10;  // coordinates per contact: losing one node's energy is tolerable

/// A reason for or against a method; rules are asked in order, the first that applies counts.
struct Rule {
  const char* stepper;
  bool (*applies)(const Facts&);
  const char* why;
};

bool few(const Facts& f) {
  return f.coordinates <= few_coordinates && f.inequalities <= few_contacts;
}

/// Contacts are pressed from the start: they stay closed, and a method has to hold them.
bool lasting(const Facts& f) { return f.sliding > 0 && f.loaded; }

/// All contacts but one slide: that one is hit alone.
bool guided(const Facts& f) {
  return few(f) && f.equalities == 0 && !f.elastic && lasting(f) && f.sliding == f.closed &&
         f.inequalities - f.closed == 1;
}

/// Several contacts may be hit at once: their impulses depend on each other.
bool crowded(const Facts& f) { return f.inequalities > 4 || f.closed > 1; }

/// One body has no other to which its energy could leak.
bool single(const Facts& f) { return f.coordinates <= 3; }

/// Every contact is closed and tangential, or there is none.
bool smooth(const Facts& f) { return f.sliding == f.inequalities; }

bool impacts_come(const Facts& f) { return !smooth(f); }

/// Impacts are to come, too many to be followed one by one.
bool many(const Facts& f) { return f.inequalities > 0 && !few(f); }

bool mesh(const Facts& f) { return f.elastic && f.coordinates >= mesh_ratio * f.inequalities; }

const std::vector<Rule>& rules() {
  static const std::vector<Rule> list = {
      {"nonholonomic-collision", [](const Facts& f) { return f.nonholonomic > 0; },
       "has rows omega(q) v = 0: their multipliers are part of each step, impacts are located "
       "inside it"},
      {"forced-collision", [](const Facts& f) { return f.rheonomic; },
       "walls, pivots or fields move by themselves: impacts and contacts that last are relative to "
       "them, and their work is counted"},
      {"moreau-jean", [](const Facts& f) { return f.dissipative && !few(f); },
       "restitution or friction with many bodies: all contacts of a step in one problem of "
       "velocities, robust and dissipative, of order 1"},
      {"rattle", [](const Facts& f) { return f.dissipative && !few(f); },
       "the same where no contact may be penetrated: positions are admissible at the end of every "
       "step, which costs a second problem of contacts"},
      {"gvi", [](const Facts& f) { return f.forces && many(f); },
       "forces and many bodies: simultaneous impacts and lasting contact in steps of one cost, "
       "restitution too; positions of order 1 after impacts"},
      {"forced-collision", [](const Facts& f) { return f.forces || f.dissipative; },
       "has forces, restitution below 1 or friction: six contact laws, the work of forces is "
       "counted"},
      {"discrete-smooth",
       [](const Facts& f) { return f.forces && f.inequalities + f.equalities > 0 && smooth(f); },
       "no contact is open or hit at the start: smooth sliding and equalities with forces, of the "
       "order of the rule; it stops by name where an impact comes"},
      {"gvi", [](const Facts& f) { return f.forces || f.dissipative; },
       "forces and restitution below 1 in fixed steps whatever the number of impacts: bounces that "
       "are shorter than a step end in contact that lasts; positions of order 1 after impacts"},
      {"rattle", [](const Facts& f) { return f.dissipative; },
       "friction and restitution in fixed steps: all contacts of a step at once, none is "
       "penetrated "
       "at its end; positions of order 1 after impacts"},
      {"collision", [](const Facts& f) { return f.unions || !f.separable; },
       "takes exterior corners and general Lagrangians; impacts are located inside the step"},
      {"discrete-smooth",
       [](const Facts& f) { return f.inequalities + f.equalities > 0 && smooth(f); },
       "no contact is open or hit at the start: smooth sliding and equalities, symplectic; it "
       "stops by name where an impact comes"},
      {"discrete-smooth", mesh,
       "a mesh with contact at single nodes: the force is resolved like the stresses, and only "
       "the kinetic energy of a node is lost where it meets an obstacle"},
      {"collision", guided,
       "the contacts that slide are held and the only other one is hit alone: of order 2 through "
       "impacts (a ball in a shaft, h = 0.01 s, 1 s: 0.03 mm off, gvi 3 mm)"},
      {"gvi", [](const Facts& f) { return lasting(f) || many(f); },
       "many contacts or contacts that last: simultaneous impacts and lasting contact in one step, "
       "momentum exact, energy bounded; positions of order 1 after impacts"},
      {"hybrid",
       [](const Facts& f) {
         return few(f) && !lasting(f) && !mesh(f) && (f.equalities > 0 || crowded(f));
       },
       "elastic impacts located inside the step, with the reflections of gvi where several come at "
       "once: of order 2 through impacts (a tilted box, h = 0.01 s, 1 s: 3 mm off, gvi 27 cm)"},
      {"collision",
       [](const Facts& f) { return f.inequalities > 0 && f.equalities == 0 && few(f) && !mesh(f); },
       "few bodies and single impacts: located inside the step, of order 2 through impacts"},
      {"gvi", [](const Facts&) { return true; },
       "fixed steps whatever the number of impacts, momentum exact, energy bounded; positions of "
       "order 1 after impacts"},
      {"shadow", [](const Facts& f) { return f.inequalities > 0 && impacts_come(f) && !mesh(f); },
       "for the energy over very many elastic impacts: the shadow energy stays bounded provided "
       "each impact equation has a root, momentum is exact, and no stored position penetrates"},
      {"forced-collision", [](const Facts& f) { return f.unions; },
       "the same with restitution, friction and forces, for when they come"},
      {"moreau-jean", [](const Facts& f) { return f.inequalities > 0; },
       "a baseline to compare with: velocity-level time stepping, robust, dissipative, of order 1"},
  };
  return list;
}

constexpr const char* one_by_one = "impacts one after the other, too many of them with many bodies";
constexpr const char* no_limit =
    "its contact forces stand for impacts: positions do not converge through them";
constexpr const char* chatter = "the node at the contact chatters, impact follows impact";

const std::vector<Rule>& objections() {
  static const std::vector<Rule> list = {
      {"discrete-smooth", [](const Facts& f) { return !smooth(f) && !mesh(f); },
       "ends at the first impact"},
      {"collision", mesh, chatter},
      {"nonholonomic-collision", mesh, chatter},
      {"forced-collision", mesh, chatter},
      {"hybrid", mesh, chatter},
      {"collision", many, one_by_one},
      {"nonholonomic-collision", many, one_by_one},
      {"forced-collision", many, one_by_one},
      {"hybrid", many, one_by_one},
      {"hybrid", lasting, "holds no contact, one that lasts becomes a chain of impacts"},
      {"direct-midpoint", impacts_come, "gains energy at impacts"},
      {"direct-endpoint", impacts_come, no_limit},
      {"newmark", impacts_come, no_limit},
      {"imex-newmark", impacts_come, no_limit},
      {"shadow", mesh, chatter},
  };
  return list;
}

/// What the method needs where its defaults would end the run.
void add_options(const Facts& f, Advice& advice) {
  const bool keeps_energy =
      find_stepper(advice.stepper).has_option("slow_impact") && !f.dissipative;
  if (keeps_energy && f.inequalities > 0 && f.loaded) {
    advice.options.slow_impact = SlowImpact::restitution;
    advice.flags = "--slow-impact restitution";
    advice.why += "; without --slow-impact a slow impact late in a step ends the run";
  }
  if (advice.stepper == "shadow" && single(f)) {
    advice.options.placement = Placement::located;
    advice.flags = "--placement located";
  }
  if (advice.stepper == "discrete-smooth" && mesh(f) && !smooth(f)) {
    advice.options.gradients = Gradients::all;
    advice.options.projection = false;
    advice.flags = "--gradients all --no-projection";
  }
}

bool has(const std::vector<Advice>& list, const std::string& stepper) {
  return std::any_of(list.begin(), list.end(),
                     [&](const Advice& advice) { return advice.stepper == stepper; });
}

std::vector<Advice> those_that_apply(const std::vector<Rule>& list, const System& system,
                                     const Facts& facts) {
  std::vector<Advice> found;
  for (const Rule& rule : list)
    if (!has(found, rule.stepper) && rule.applies(facts) &&
        find_stepper(rule.stepper).why_not(system).empty())
      found.push_back({rule.stepper, rule.why});
  return found;
}

}  // namespace

std::vector<Advice> advise(const System& system, const State& start) {
  const Facts facts = facts_of(system, start);
  std::vector<Advice> list = those_that_apply(rules(), system, facts);
  for (Advice& advice : list) add_options(facts, advice);
  return list;
}

std::vector<Advice> unfit(const System& system, const State& start) {
  const Facts facts = facts_of(system, start);
  const std::vector<Advice> advised = those_that_apply(rules(), system, facts);
  std::vector<Advice> list = those_that_apply(objections(), system, facts);
  std::erase_if(list, [&](const Advice& advice) { return has(advised, advice.stepper); });
  return list;
}

std::vector<Advice> candidates(const System& system, const State& start) {
  const Facts facts = facts_of(system, start);
  const std::vector<Advice> objected = unfit(system, start);
  std::vector<Advice> list;
  for (const StepperEntry& entry : all_steppers()) {
    if (!entry.why_not(system).empty()) continue;
    Advice advice{.stepper = entry.name};
    add_options(facts, advice);
    advice.why.clear();
    for (const Advice& no : objected)
      if (no.stepper == entry.name) advice.why = no.why;
    list.push_back(advice);
  }
  return list;
}

}  // namespace ricochet
