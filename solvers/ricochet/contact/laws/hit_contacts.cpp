#include "ricochet/contact/laws/hit_contacts.hpp"

namespace ricochet {

void HitContacts::take(const ImpactState& at) {
  contacts_.clear();
  for (Index i = 0; i < at.hit.size(); ++i)
    if (at.hit[i] != 0.0 && (table_.is_piece(i) || at.cone.normal_speeds()[i] <= speed_tolerance_))
      contacts_.push_back(i);
  ContactOperator& operators = at.cone.contacts();
  operators.choose(contacts_, true);
  columns_ = operators.tangent_columns();
  W_ = operators.D();
  u_.resize(W_.rows());
  first_.assign(1, count());
  for (Index i = 0; i < count(); ++i) {
    u_[i] = at.cone.normal_speeds()[contact(i)];
    const auto [first, last] = table_.tangents_of(contact(i));
    first_.push_back(first_.back() + last - first);
  }
  for (size_t j = 0; j < columns_.size(); ++j)
    u_[count() + static_cast<Index>(j)] =
        operators.tangents().col(columns_[j]).dot(at.cone.velocity());
}

Vector HitContacts::of_these(const Vector& numbers) const {
  Vector these(count());
  for (Index i = 0; i < count(); ++i) these[i] = numbers[contact(i)];
  return these;
}

void HitContacts::conclude(const Vector& l, const ImpactState& at, ImpactOutcome& outcome) const {
  outcome.normal.setZero(table_.entries());
  outcome.tangential.setZero(table_.tangents());
  for (Index i = 0; i < count(); ++i) outcome.normal[contact(i)] = l[i];
  for (size_t j = 0; j < columns_.size(); ++j)
    outcome.tangential[columns_[j]] = l[count() + static_cast<Index>(j)];
  outcome.p_plus = at.p_minus + at.cone.gradients() * outcome.normal;
  if (!columns_.empty()) outcome.p_plus += at.cone.contacts().tangents() * outcome.tangential;
}

}  // namespace ricochet
