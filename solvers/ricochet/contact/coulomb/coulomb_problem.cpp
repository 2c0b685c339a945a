#include "ricochet/contact/coulomb/coulomb_problem.hpp"

#include "ricochet/extremes.hpp"

#include <algorithm>
#include <cmath>

namespace ricochet {
namespace {

constexpr double immobile = 1e-6;   // of the largest mobility
constexpr double relative = 1e-12;  // of the largest free velocity

double slip(const ContactVector& u) { return std::hypot(u[1], u[2]); }

}  // namespace

bool finite(const CoulombProblem& p) {
  for (const CoulombContact& j : p.contacts) {
    const Index width = 1 + j.tangents;
    if (!p.b.segment(j.row, width).allFinite() || !std::isfinite(j.friction)) return false;
    for (const CoulombContact& i : p.contacts)
      if (!p.W.block(i.row, j.row, 1 + i.tangents, width).allFinite()) return false;
  }
  return true;
}

ContactVector project_on_cone(const ContactVector& r, double friction) {
  const double size = slip(r);
  if (friction <= 0.0) return {std::max(r[0], 0.0), 0.0, 0.0};
  if (size <= friction * r[0]) return r;
  if (friction * size <= -r[0]) return ContactVector::Zero();
  const double normal = (r[0] + friction * size) / (1.0 + friction * friction);
  const double share = friction * normal / size;
  return {normal, share * r[1], share * r[2]};
}

/// In three cases, so that impulses much larger than velocities do not hide them.
ContactVector natural_map(const ContactVector& r, const ContactVector& u, double friction) {
  ContactVector s = u;
  s[0] += friction * slip(u);
  const ContactVector x = r - s;
  const double size = slip(x);
  if (friction <= 0.0) return {x[0] > 0.0 ? u[0] : r[0], r[1], r[2]};
  if (size <= friction * x[0]) return s;
  if (friction * size <= -x[0]) return r;
  const ContactVector edge =
      ContactVector(1.0, friction * x[1] / size, friction * x[2] / size).normalized();
  return r - edge.dot(r) * edge + edge.dot(s) * edge;
}

double least_mobility(const CoulombProblem& p) {
  double largest = 0.0;
  for (const CoulombContact& contact : p.contacts)
    largest = std::max(largest, p.W(contact.row, contact.row));
  return largest > 0.0 ? immobile * largest : 1.0;
}

double coulomb_residual(const CoulombProblem& p, const Eigen::Ref<const Vector>& r, Index i) {
  const CoulombContact& contact = p.contacts[static_cast<size_t>(i)];
  const double mobility = std::max(p.W(contact.row, contact.row), least_mobility(p));
  ContactVector u = ContactVector::Zero(), pushed = ContactVector::Zero();
  for (Index j = 0; j <= contact.tangents; ++j) {
    const Index row = contact.row + j;
    u[j] = p.W.row(row).dot(r) + p.b[row];
    pushed[j] = mobility * r[row];
  }
  const ContactVector defect = natural_map(pushed, u, contact.friction);
  if (!defect.allFinite()) return defect.sum() - defect.sum();
  // Where mu |u_T| is beyond all digits of u_N, an approach hides in it.
  if (contact.friction > 0.0) return std::max(defect.norm(), -u[0]);
  return std::max(std::abs(defect[0]), pushed.tail<2>().norm());  // no impulse along tangents
}

double coulomb_residual(const CoulombProblem& p, const Eigen::Ref<const Vector>& r) {
  double worst = 0.0;
  for (Index i = 0; i < static_cast<Index>(p.contacts.size()); ++i)
    worst = larger(worst, coulomb_residual(p, r, i));
  return worst;
}

double coulomb_limit(const CoulombProblem& p) {
  double fastest = 0.0;
  for (const CoulombContact& contact : p.contacts)
    fastest =
        std::max(fastest, p.b.segment(contact.row, 1 + contact.tangents).lpNorm<Eigen::Infinity>());
  return std::max(p.limit, relative * fastest);
}

}  // namespace ricochet
