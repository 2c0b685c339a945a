#include "ricochet/contact_law.hpp"

namespace ricochet {

SystemSpecification with_contact_law(SystemSpecification specification) {
  const Expr restitution = Expr::sym("restitution"), friction = Expr::sym("friction");
  Constraints rows;
  for (Constraint row : specification.g) {
    row.contact.restitution = restitution;
    row.contact.friction = friction;
    rows.append({row});
  }
  specification.g = rows;
  specification.parameters.push_back({"restitution", restitution, 1.0, Range::within(0.0, 1.0)});
  specification.parameters.push_back({"friction", friction, 0.0, Range::at_least(0.0)});
  return specification;
}

}  // namespace ricochet
