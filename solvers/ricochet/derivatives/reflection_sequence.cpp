#include "ricochet/derivatives/reflection_sequence.hpp"

#include "ricochet/derivatives/independent_contacts.hpp"

#include <algorithm>
#include <string>

namespace ricochet {
namespace {

StepSequence::Contacts pushed_in(const ReflectionPass& pass) {
  StepSequence::Contacts set;
  for (const Index i : pass.set)
    if (std::count(pass.passive.begin(), pass.passive.end(), i) == 0) set.closed.push_back(i);
  return set;
}

}  // namespace

std::string read_reflection(ContactOperator& at, const Vector& q, const Step& to, Index first,
                            Index passes, StepSequence::Impact& decided) {
  if (passes > most_passes)
    return "reflected " + std::to_string(passes) + " times at once, more than " +
           std::to_string(most_passes) +
           "; take collision or forced-collision, whose impacts are one problem";
  decided.rule = StepSequence::Impact::Rule::mirror;
  for (Index pass = 0; pass < passes; ++pass) {
    StepSequence::Contacts set = pushed_in(to.reflections[static_cast<size_t>(first + pass)]);
    if (set.closed.empty()) return "reflected in a pass that pushes nothing";
    keep_independent(at, q, set);
    if (pass == 0)
      decided.pushed = set;
    else
      decided.then.push_back(set);
  }
  return {};
}

}  // namespace ricochet
