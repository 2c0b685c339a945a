#include "ricochet/steppers/requirements.hpp"

#include "ricochet/text/text.hpp"

#include <stdexcept>

namespace ricochet {
namespace {

/// Names the first contact whose law (restitution, friction) is not taken.
template <class Taken>
std::string first_contact(const System& s, const Taken& taken, const std::string& expected) {
  const Matrix law = s.contact_values();
  for (Index i = 0; i < law.cols(); ++i)
    if (!taken(law(0, i), law(1, i)))
      return "contact '" + s.specification().g[static_cast<size_t>(i)].name + "' must have " +
             expected + ", not restitution " + brief(law(0, i)) + " and friction " +
             brief(law(1, i));
  return {};
}

}  // namespace

std::string not_plain(const System& s, const std::string& because) {
  std::string reason = not_plain_but_forced(s);
  if (!reason.empty()) return reason;
  if (!s.specification().forces.empty()) return "it takes no forces (.forces)";
  return not_rheonomic(s, because);
}

std::string not_plain_but_forced(const System& s) {
  const SystemSpecification& given_by = s.specification();
  if (!s.separable()) return "it needs a constant mass matrix (.M and .V), not a Lagrangian .L";
  if (!given_by.omega.empty()) return "it takes no nonholonomic rows (.omega)";
  if (given_by.g.has_unions()) return "it takes no unions (add_any)";
  return {};
}

std::string not_rheonomic(const System& s, const std::string& because) {
  if (!s.rheonomic()) return {};
  const bool any = s.specification().omega.empty();
  return "it takes nothing that moves by itself, only potentials and constraints without the time "
         "and nonholonomic rows that hold at rest: " +
         because + "; " +
         (any ? "forced-collision and gvi take it, and with elastic contacts collision, hybrid and "
                "discrete-smooth"
              : "forced-collision and nonholonomic-collision take it");
}

std::string not_elastic(const System& s) {
  const std::string reason = first_contact(
      s, [](double e, double mu) { return e == 1.0 && mu == 0.0; }, "restitution 1 and friction 0");
  return reason.empty() ? reason : "its contacts conserve energy: " + reason;
}

std::string not_frictionless(const System& s) {
  const std::string reason = first_contact(
      s, [](double, double mu) { return mu == 0.0; }, "friction 0");
  return reason.empty() ? reason : "it knows no friction: " + reason;
}

std::string rubs_without_tangents(const System& s) {
  const Matrix law = s.contact_values();
  for (Index i = 0; i < law.cols(); ++i) {
    const Constraint& row = s.specification().g[static_cast<size_t>(i)];
    const size_t tangents = row.contact.tangents.size();
    if (law(1, i) > 0.0 && (tangents == 0 || tangents > 2))
      return "contact '" + row.name + "' has friction but " +
             (tangents == 0 ? "no" : "more than two") + " tangents";
  }
  return {};
}

std::string not_plain_and_elastic(const System& s) {
  const std::string reason = not_plain(s);
  return reason.empty() ? not_elastic(s) : reason;
}

std::string not_plain_but_forced_and_elastic(const System& s) {
  const std::string reason = not_plain_but_forced(s);
  return reason.empty() ? not_elastic(s) : reason;
}

const System& require(const System& s, const std::string& stepper, const std::string& reason) {
  if (!reason.empty())
    throw std::invalid_argument("Stepper '" + stepper + "' cannot take system '" + s.name() +
                                "': " + reason);
  return s;
}

int checked_events(int max_events, const std::string& stepper) {
  if (max_events < 1)
    throw std::invalid_argument("Stepper '" + stepper + "': max_events must be at least 1, not " +
                                std::to_string(max_events));
  return max_events;
}

}  // namespace ricochet
