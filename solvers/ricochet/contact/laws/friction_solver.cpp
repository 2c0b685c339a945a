#include "ricochet/contact/laws/friction_solver.hpp"

#include "ricochet/contact/friction_problem.hpp"
#include "ricochet/text/text.hpp"

#include <Eigen/QR>

#include <algorithm>
#include <cmath>

namespace ricochet {
namespace {

constexpr double round_off = 1e-12;  // of the impulses of one impact
constexpr Index few = 4;
constexpr Index most_rows = 600;  // of the dense problem for many contacts

/// The contacts that take part and what is known of them.
std::string description(const HitContacts& hit, const ImpactNumbers& numbers) {
  std::vector<std::string> contacts;
  for (Index i = 0; i < hit.count(); ++i)
    contacts.push_back("'" + hit.name(i) + "' (restitution " + brief(numbers.e[i]) + ", friction " +
                       brief(numbers.mu[i]) + ")");
  return join(contacts);
}

/// Sliding contacts whose friction presses them into the constraint: W_nn - s mu W_nt <= 0.
std::string painleve(const HitContacts& hit, const ImpactNumbers& numbers) {
  for (Index i = 0; i < hit.count(); ++i)
    for (auto [j, last] = hit.tangents(i); j < last; ++j) {
      const double slip = hit.u()[j] > 0.0 ? 1.0 : -1.0;
      if (hit.W()(i, i) - slip * numbers.mu[i] * hit.W()(i, j) <= 0.0)
        return "contact '" + hit.name(i) + "' jams: a Painleve configuration";
    }
  return {};
}

}  // namespace

FrictionSolver::FrictionSolver(const System& s, const Backend& backend)
    : width_(tangents_per_contact(s)) {
  const Index most = std::min(s.m(), most_rows / (1 + width_));
  many_ = {most, backend.prepare(friction_problem(s, most))};
  if (most > few) few_ = {few, backend.prepare(friction_problem(s, few))};
}

FrictionSolver::FrictionSolver(const FrictionSolver& o)
    : width_(o.width_),
      few_{o.few_.slots, o.few_.solver ? o.few_.solver->clone() : nullptr},
      many_{o.many_.slots, o.many_.solver->clone()} {}

StepReport FrictionSolver::solve(const HitContacts& hit, const ImpactNumbers& numbers, Vector& l) {
  Program& program = hit.count() <= few_.slots ? few_ : many_;
  const Index slots = program.slots;
  if (hit.count() > slots)
    return {.status = StepStatus::too_many_events,
            .message = std::to_string(hit.count()) + " contacts are hit at once; the laws with " +
                       "friction take " + std::to_string(slots) + " at most"};
  acting_.setOnes(hit.count());
  StepReport report;
  do {
    write(hit, numbers, slots);
    guess(hit, numbers, slots);
    report = program.solver->solve(parameters_, guess_, no_hint_, solution_);
  } while (report.ok() && drop_unpressed(numbers));
  if (report.ok()) {
    l.setZero(hit.rows());
    for (Index i = 0; i < hit.count(); ++i) {
      if (acting_[i] == 0.0) continue;
      l[i] = solution_.z[i];
      for (auto [row, last] = hit.tangents(i); row < last && numbers.mu[i] > 0.0; ++row)
        l[row] = solution_.z[place(hit, slots, i, row)];
    }
    return report;
  }
  const bool finite = report.status != StepStatus::not_finite;
  report.message =
      "impact law at " + description(hit, numbers) +
      (finite ? ": " + report.message : ": its impulses are not finite; check these numbers");
  if (const std::string jammed = painleve(hit, numbers); !jammed.empty()) {
    report.status = StepStatus::no_admissible_impulse;
    report.message = jammed;
  }
  return report;
}

/// A contact that nothing presses does not rub, but its friction cone, a square, is known only to
/// the root of the tolerance: such contacts are left out and the others solved again.
bool FrictionSolver::drop_unpressed(const ImpactNumbers& numbers) {
  const Index count = acting_.size();
  const double least = round_off * solution_.z.head(count).lpNorm<Eigen::Infinity>();
  bool dropped = false;
  for (Index i = 0; i < count; ++i)
    if (acting_[i] != 0.0 && numbers.mu[i] > 0.0 && solution_.z[i] <= least) {
      acting_[i] = 0.0;
      dropped = true;
    }
  return dropped;
}

Index FrictionSolver::place(const HitContacts& hit, Index slots, Index i, Index row) const {
  return row < hit.count() ? row : slots + width_ * i + row - hit.tangents(i).first;
}

/// Parameters in the slots of the problem. Slots without a contact are rows of the identity.
void FrictionSolver::write(const HitContacts& hit, const ImpactNumbers& numbers, Index slots) {
  const Index N = slots * (1 + width_);
  parameters_.setZero(N * N + N + 4 * slots);
  Eigen::Map<Matrix> W(parameters_.data(), N, N);
  auto u = parameters_.segment(N * N, N);
  auto of_contacts = parameters_.tail(4 * slots);
  W.setIdentity();
  std::vector<std::pair<Index, Index>> places;  // of rows: in the hit, in the problem
  for (Index i = 0; i < hit.count(); ++i) {
    places.emplace_back(i, i);
    for (auto [row, last] = hit.tangents(i); row < last && numbers.mu[i] > 0.0; ++row)
      places.emplace_back(row, place(hit, slots, i, row));
    of_contacts[i] = numbers.e[i];
    of_contacts[slots + i] = numbers.e_t[i];
    of_contacts[2 * slots + i] = numbers.mu[i];
    of_contacts[3 * slots + i] = acting_[i];
  }
  for (const auto& [row, at] : places) {
    u[at] = hit.u()[row];
    for (const auto& [column, to] : places) W(at, to) = hit.W()(row, column);
  }
}

/// Where the search starts: the impulses that make all contacts stick, drawn back to the cones.
void FrictionSolver::guess(const HitContacts& hit, const ImpactNumbers& numbers, Index slots) {
  Matrix A = hit.W();
  Vector b(hit.rows());
  for (Index i = 0; i < hit.count(); ++i) {
    b[i] = -(1.0 + numbers.e[i]) * hit.u()[i];
    for (auto [row, last] = hit.tangents(i); row < last; ++row) {
      b[row] = -(1.0 + numbers.e_t[i]) * hit.u()[row];
      if (numbers.mu[i] > 0.0) continue;
      b[row] = 0.0;
      A.row(row).setZero();
      A(row, row) = 1.0;
    }
  }
  const Vector stick = A.completeOrthogonalDecomposition().solve(b);
  guess_.setZero(slots * (2 + width_));
  for (Index i = 0; i < hit.count(); ++i) {
    guess_[i] = stick[i];
    for (auto [row, last] = hit.tangents(i); row < last && numbers.mu[i] > 0.0; ++row)
      guess_[place(hit, slots, i, row)] = stick[row];
    slide(hit, numbers, slots, i, stick);
  }
}

/// Draws contact i back to its cone: along the impulse that would make it stick, or against the
/// slip where sticking would need a pull; exact for one contact in the plane.
void FrictionSolver::slide(const HitContacts& hit, const ImpactNumbers& numbers, Index slots,
                           Index i, const Vector& stick) {
  const auto [first, last] = hit.tangents(i);
  const Index size = last - first;
  const double mu = numbers.mu[i];
  Vector direction = stick.segment(first, size);
  if (direction.norm() <= mu * stick[i]) return;  // sticks
  if (stick[i] <= 0.0) direction = -hit.u().segment(first, size);
  const double length = direction.norm();
  if (!(length > 0.0)) return;
  direction *= mu / length;
  const double pressed = hit.W()(i, i) + hit.W().row(i).segment(first, size).dot(direction);
  if (!(pressed > 0.0)) return;
  const double normal = std::max(-(1.0 + numbers.e[i]) * hit.u()[i] / pressed, 0.0);
  guess_[i] = normal;
  double slip = 0.0;
  for (Index j = 0; j < size; ++j) {
    const Index row = first + j;
    if (mu > 0.0) guess_[place(hit, slots, i, row)] = normal * direction[j];
    slip = std::hypot(slip, (1.0 + numbers.e_t[i]) * hit.u()[row] + normal * hit.W()(row, i) +
                                normal * hit.W().row(row).segment(first, size).dot(direction));
  }
  guess_[slots * (1 + width_) + i] = slip / (hit.W()(i, i) * mu * normal + 1e-300);
}

}  // namespace ricochet
