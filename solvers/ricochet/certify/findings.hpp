#pragma once

#include "ricochet/certificate.hpp"
#include "ricochet/system.hpp"

#include <array>
#include <string>

namespace ricochet {

/// What a certifier has found in a step: the worst of every kind, with the contact it belongs to.
class Findings {
 public:
  enum Kind : unsigned char {
    dynamics,
    equality,
    tangency,
    complementarity,
    sign,
    gap,
    friction,
    jump,
    energy
  };
  static constexpr size_t kinds = 9;

  explicit Findings(const System& s);

  void clear();
  /// A length [m], or NaN; `what` completes "contact 'floor' ..." or, without one, stands alone.
  void take(Kind kind, double length, const char* what, Index contact = -1);
  /// The largest absolute value of a column, whose unit is a length of that size.
  void take_largest(Kind kind, const Eigen::Ref<const Vector>& column, const char* what,
                    double unit = 1.0);
  [[nodiscard]] Certificate certificate() const;
  /// What the decisive kind is about: "contact 'floor' pulls".
  [[nodiscard]] std::string text() const;

 private:
  struct Worst {
    double length = 0.0;
    const char* what = "";
    Index contact = -1;
  };
  std::array<Worst, kinds> worst_ = {};
  double limit_;
  ContactTable contacts_;
};

}  // namespace ricochet
