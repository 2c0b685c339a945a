#include "view/contact_marks.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ricochet::cli {
namespace {

using Point = Eigen::Vector2d;

constexpr double same_place = 1e-2;  // of the system's length: outlines are polygons

}  // namespace

ContactMarker::ContactMarker(const System& system, std::vector<PlanarBody> bodies)
    : system_(system),
      bodies_(std::move(bodies)),
      body_of_(static_cast<size_t>(system.n()), bodies_.size()) {
  for (size_t b = 0; b < bodies_.size(); ++b)
    for (const Index i : {bodies_[b].x, bodies_[b].y, bodies_[b].theta})
      if (i >= 0) body_of_[static_cast<size_t>(i)] = b;
  const Expr q = Expr::sym("q", system.n()), theta = system.parameter_symbols();
  gradients_ = Kernel("G", {q, theta}, {system.G(q)}, true);
  const casadi::Sparsity pattern = gradients_.sparsity_out(0);
  first_ = pattern.get_colind();
  coordinate_ = pattern.get_row();
  values_.resize(coordinate_.size());
}

void ContactMarker::move_to(const Vector& q, double t) {
  q_ = q;
  gradients_({q_, system_.at(t).parameter_values()}, {values_});
}

std::vector<ContactMarker::Push> ContactMarker::pushes(Index entry) const {
  std::vector<Push> all;
  const auto column = static_cast<size_t>(entry);
  for (auto k = static_cast<size_t>(first_[column]); k < static_cast<size_t>(first_[column + 1]);
       ++k) {
    const Index i = coordinate_[k];
    const size_t b = body_of_[static_cast<size_t>(i)];
    if (b == bodies_.size()) continue;
    auto push = std::find_if(all.begin(), all.end(), [&](const Push& p) { return p.body == b; });
    if (push == all.end()) push = all.insert(all.end(), {.body = b});
    if (i == bodies_[b].theta)
      push->torque = values_[k];
    else
      push->force[i == bodies_[b].x ? 0 : 1] = values_[k];
  }
  return all;
}

/// From the place of the body to the point where it is pushed along n, of unit length.
Point ContactMarker::arm(const Push& push, const Point& n) const {
  const PlanarBody& body = bodies_[push.body];
  if (!body.outline) return Point::Zero();
  const Matrix corners = body.shape(system_, q_).colwise() - Point(q_[body.x], q_[body.y]);
  const double along = (n.transpose() * corners).minCoeff();
  return along * n + push.torque / push.force.norm() * Point(n.y(), -n.x());  // r x n = lever arm
}

std::vector<ContactMark> ContactMarker::marks(Index entry) const {
  std::vector<ContactMark> marks;
  for (const Push& push : pushes(entry)) {
    const double size = push.force.norm();
    if (!std::isfinite(size) || size == 0.0) continue;
    const Point n = push.force / size;
    const PlanarBody& body = bodies_[push.body];
    const Point at = Point(q_[body.x], q_[body.y]) + arm(push, n);
    const bool known = std::any_of(marks.begin(), marks.end(), [&](const ContactMark& m) {
      return (m.at - at).norm() < same_place * system_.length();
    });
    if (!known && at.allFinite()) marks.push_back({at, n});
  }
  return marks;
}

}  // namespace ricochet::cli
