#include "ricochet/contact_law.hpp"

namespace ricochet {

SystemSpecification with_contact_law(SystemSpecification specification,
                                     const ContactNumbers& numbers) {
  const Expr restitution = Expr::sym("restitution"), friction = Expr::sym("friction");
  Constraints rows;
  for (Constraint row : specification.g) {
    row.contact.restitution = restitution;
    row.contact.friction = friction;
    rows.append({row});
  }
  specification.g = rows;
  specification.parameters.push_back(
      {"restitution", restitution, numbers.restitution, Range::within(0.0, 1.0)});
  specification.parameters.push_back(
      {"friction", friction, numbers.friction, Range::at_least(0.0)});
  return specification;
}

}  // namespace ricochet
