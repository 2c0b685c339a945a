#pragma once

#include "ricochet/certify/findings.hpp"
#include "ricochet/certify/reflection_check.hpp"
#include "ricochet/certify/variational_terms.hpp"
#include "ricochet/step.hpp"

#include <algorithm>
#include <cmath>

namespace ricochet {

/// The contacts that rest where a step of `shadow` begins, behind its impacts there, and where it
/// ends: 1, else 0.
class ShadowRests {
 public:
  explicit ShadowRests(const System& s)
      : length_(s.length()),
        tolerances_(s.tolerances()),
        start_(Vector::Zero(s.m())),
        behind_(start_),
        end_(start_) {}

  [[nodiscard]] const Vector& start() const { return start_; }
  [[nodiscard]] const Vector& behind() const { return behind_; }
  [[nodiscard]] const Vector& end() const { return end_; }

  /// As the step names them.
  void read(const Step& to) {
    mark(to.contacts.smooth, start_);
    mark(to.contacts.held, end_);
    behind_ = start_;
  }
  /// They are those that rest at both ends, closed and without normal speed.
  void check(const Step& from, const Step& to, const VariationalTerms& terms, ReflectionCheck& at,
             Findings& found) const {
    check_end(
        from.state, [&](Index i) { return terms.gap0(i); }, start_, at, found);
    check_end(
        to.state, [&](Index i) { return terms.gap1(i); }, end_, at, found);
  }
  /// Those behind an impact at the start, where `at` is placed.
  void leave(const Vector& p_plus, ReflectionCheck& at) {
    if (!behind_.any()) return;
    const Vector& speeds = at.speeds(p_plus);
    for (Index i = 0; i < speeds.size(); ++i)
      if (!(std::abs(speeds[i]) <= tolerances_.speed)) behind_[i] = 0.0;
  }

 private:
  static void mark(const std::vector<Index>& set, Vector& mask) {
    mask.setZero();
    for (const Index i : set) mask[i] = 1.0;
  }
  template <class Gap>
  void check_end(const State& state, const Gap& gap, const Vector& S, ReflectionCheck& at,
                 Findings& found) const {
    bool any = false;
    for (Index i = 0; i < S.size(); ++i)
      any = any || S[i] != 0.0 || std::abs(gap(i)) <= 0.5 * tolerances_.gap;
    if (!any) return;
    at.place(state.q, state.q, state.t);
    const Vector& speeds = at.speeds(state.p);
    for (Index i = 0; i < S.size(); ++i) {
      const double off =
          std::max(std::abs(gap(i)) / tolerances_.gap, std::abs(speeds[i]) / tolerances_.speed);
      found.take(Findings::tangency, (S[i] != 0.0 ? off <= 2.0 : off >= 0.5) ? 0.0 : length_,
                 S[i] != 0.0 ? "is said to rest, but does not" : "rests, but is not said to", i);
    }
  }

  double length_;
  Tolerances tolerances_;
  Vector start_, behind_, end_;
};

}  // namespace ricochet
