#include "ricochet/certificate.hpp"

#include "ricochet/extremes.hpp"
#include "ricochet/text/text.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ricochet {
namespace {

/// The largest size, NaN if there is one; at least `most`, which is no NaN.
double largest(const Vector& v, Slot rows, double most) {
  for (Index i = rows.offset; i < rows.offset + rows.size; ++i) {
    const double size = std::abs(v[i]);
    if (size <= most) continue;
    if (std::isnan(size)) return size;
    most = size;
  }
  return most;
}

/// The larger of both, NaN if one is; most are not larger.
void raise(double& most, double size) {
  if (!(size <= most)) most = larger(most, size);
}

/// min(W a, b) of a pair in force, else W a.
double missed_by(double a, double b, double on) { return on == 0.0 ? a : smaller(a, b); }

/// The entry of the certificate to which rows of a meaning belong.
double Certificate::*entry_of(Meaning meaning) {
  switch (meaning) {
    case Meaning::dynamics: return &Certificate::dynamics;
    case Meaning::hidden:
    case Meaning::tangency: return &Certificate::tangency;
    case Meaning::energy: return &Certificate::energy;
    case Meaning::plain:
    case Meaning::position:
    case Meaning::equality:
    case Meaning::gap: break;
  }
  return &Certificate::equality;
}

constexpr double relative_limit = 1e-11;  // of the problem's length

}  // namespace

double Certificate::worst() const {
  double most = 0.0;
  for (const double x :
       {dynamics, equality, complementarity, sign, tangency, gap, friction, jump, energy})
    most = larger(most, x);
  return most;
}

/// The same as worst() <= limit.
bool Certificate::ok() const {
  return 0.0 <= limit && dynamics <= limit && equality <= limit && complementarity <= limit &&
         sign <= limit && tangency <= limit && gap <= limit && friction <= limit && jump <= limit &&
         energy <= limit;
}

std::string Certificate::verdict() const {
  const std::pair<const char*, double> entries[] = {
      {"dynamics", dynamics}, {"equality", equality}, {"complementarity", complementarity},
      {"sign", sign},         {"tangency", tangency}, {"gap", gap},
      {"friction", friction}, {"jump", jump},         {"energy", energy}};
  const std::pair<const char*, double>* decisive = entries;
  for (const auto& e : entries)
    if (!std::isnan(decisive->second) && !(e.second <= decisive->second)) decisive = &e;
  return std::string(decisive->first) + " " + brief(decisive->second) +
         (decisive->second <= limit ? " <= " : " > ") + brief(limit);
}

void Certificate::merge(const Certificate& o) {
  raise(dynamics, o.dynamics);
  raise(equality, o.equality);
  raise(complementarity, o.complementarity);
  raise(sign, o.sign);
  raise(tangency, o.tangency);
  raise(gap, o.gap);
  raise(friction, o.friction);
  raise(jump, o.jump);
  raise(energy, o.energy);
  raise(branch, o.branch);
  limit = std::max(limit, o.limit);
}

Certifier::Certifier(const StepProblem& problem) {
  const StepProblem p = optimality_conditions(problem);
  *this = Certifier(p, std::make_shared<const RowNames>(row_names(p)));
  values_ = row_values(p);
}

Certifier::Certifier(const StepProblem& p, std::shared_ptr<const RowNames> names)
    : names_(std::move(names)),
      equalities_(p.equalities.size()),
      bounds_(p.kind == Kind::scalar_root ? 2 : 0),
      a_(p.pair_count()),
      b_(a_),
      on_(a_),
      limit_(relative_limit * p.length) {
  for (const Layout::Part& part : names_->equalities.parts())
    judged_.push_back({.entry = entry_of(part.meaning), .rows = part.slot});
}

Certificate Certifier::certify(const Vector& z, const Vector& parameters) {
  values_({z, parameters}, {equalities_, a_, b_, on_, bounds_});
  Certificate c = certify(equalities_, a_, b_, on_);
  for (const double x : bounds_) c.sign = larger(c.sign, std::isnan(x) ? x : std::max(0.0, -x));
  return c;
}

Certificate Certifier::certify(const Vector& equalities, const Vector& a, const Vector& b,
                               const Vector& on) const {
  Certificate c{.limit = limit_};
  for (const Judged& part : judged_) {
    double& entry = c.*part.entry;
    if (!std::isnan(entry)) entry = largest(equalities, part.rows, entry);
  }
  for (Index i = 0; i < a.size(); ++i) {
    const double missed = missed_by(a[i], b[i], on[i]);
    raise(c.complementarity, std::abs(missed));
    if (on[i] != 0.0) raise(c.sign, -missed);
  }
  return c;
}

std::string Certifier::culprit(const Vector& equalities, const Vector& a, const Vector& b,
                               const Vector& on) const {
  double most = 0.0;
  std::string found = "no row";
  const auto look = [&](double missed, const std::string& name) {
    if (std::isnan(most) || !(std::abs(missed) > most || std::isnan(missed))) return;
    most = std::abs(missed);
    found = name;
  };
  for (Index i = 0; i < equalities.size(); ++i) look(equalities[i], names_->equality(i));
  for (Index i = 0; i < a.size(); ++i) look(missed_by(a[i], b[i], on[i]), names_->pair(i));
  for (const double x : bounds_) look(std::min(0.0, x), "the bracket of '" + names_->problem + "'");
  return found;
}

}  // namespace ricochet
