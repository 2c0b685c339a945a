#include "ricochet/certify/findings.hpp"

#include <algorithm>
#include <cmath>

namespace ricochet {
namespace {

constexpr double relative_limit = 1e-11;  // of the system's length

}  // namespace

Findings::Findings(const System& s)
    : limit_(relative_limit * s.length()), contacts_(s.contacts()) {}

void Findings::clear() { worst_.fill({}); }

void Findings::take(Kind kind, double length, const char* what, Index contact) {
  Worst& worst = worst_[kind];
  // Written so that NaN counts as the worst.
  if (std::isnan(worst.length) || length <= worst.length) return;
  worst = {.length = length, .what = what, .contact = contact};
}

void Findings::take_largest(Kind kind, const Eigen::Ref<const Vector>& column, const char* what,
                            double unit) {
  double largest = 0.0;
  for (const double x : column) {
    if (std::abs(x) <= largest) continue;
    largest = std::abs(x);
    if (std::isnan(largest)) break;
  }
  take(kind, unit * largest, what);
}

Certificate Findings::certificate() const {
  return {.dynamics = worst_[dynamics].length,
          .equality = worst_[equality].length,
          .complementarity = worst_[complementarity].length,
          .sign = worst_[sign].length,
          .tangency = worst_[tangency].length,
          .gap = worst_[gap].length,
          .friction = worst_[friction].length,
          .jump = worst_[jump].length,
          .energy = worst_[energy].length,
          .limit = limit_};
}

std::string Findings::text() const {
  const Worst* decisive = worst_.data();
  for (const Worst& w : worst_)
    if (!std::isnan(decisive->length) && !(w.length <= decisive->length)) decisive = &w;
  if (decisive->contact < 0) return decisive->what;
  return "contact '" + contacts_.name(decisive->contact) + "' " + decisive->what;
}

}  // namespace ricochet
