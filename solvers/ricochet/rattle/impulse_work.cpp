#include "ricochet/rattle/impulse_work.hpp"

#include <cmath>

namespace ricochet {

ImpulseWork::ImpulseWork(Index n) : first_(n), kicked_(n), p_(n), v_(n) {}

void ImpulseWork::first(const MassFactor& masses, const Vector& impulse, const Vector& v0) {
  masses.velocity(impulse, kicked_);
  first_ = impulse.cwiseProduct(v0 + 0.5 * kicked_);
}

void ImpulseWork::second(const Vector& p, const Vector& v) {
  p_ = p;
  v_ = v;
}

double ImpulseWork::of(const Island& island, const Eigen::Ref<const Vector>& impulse,
                       const Eigen::Ref<const Vector>& v1) const {
  double work = 0.0;
  for (size_t i = 0; i < island.coordinates.size(); ++i) {
    const Index in_all = island.coordinates[i], in_part = static_cast<Index>(i);
    work += first_[in_all] + 0.5 * impulse[in_part] * (v_[in_all] + v1[in_part]);
  }
  return work;
}

double ImpulseWork::size(const Island& island) const {
  double sum = 0.0;
  for (const Index i : island.coordinates)
    sum += 0.5 * std::abs(p_[i] * v_[i]) + std::abs(first_[i]);
  return sum;
}

}  // namespace ricochet
