#include "ricochet/certificate.hpp"

#include "ricochet/extremes.hpp"
#include "ricochet/text.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace ricochet {
namespace {

double largest(const Eigen::Ref<const Vector>& v) {
  double most = 0.0;
  for (const double x : v) most = larger(most, std::abs(x));
  return most;
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

bool Certificate::ok() const { return worst() <= limit; }

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
  dynamics = larger(dynamics, o.dynamics);
  equality = larger(equality, o.equality);
  complementarity = larger(complementarity, o.complementarity);
  sign = larger(sign, o.sign);
  tangency = larger(tangency, o.tangency);
  gap = larger(gap, o.gap);
  friction = larger(friction, o.friction);
  jump = larger(jump, o.jump);
  energy = larger(energy, o.energy);
  branch = larger(branch, o.branch);
  limit = std::max(limit, o.limit);
}

Certifier::Certifier(const StepProblem& problem) {
  const StepProblem p = optimality_conditions(problem);
  Expr bounds(0, 1);
  if (p.kind == Kind::scalar_root) bounds = vertcat(p.unknowns - p.lower, p.upper - p.unknowns);
  values_ =
      Kernel("certificate", {p.unknowns, p.parameters},
             {p.equalities, bounds, p.pair_scale * p.complement_a, p.complement_b, p.pair_on});
  primal_ = p.kind == Kind::complementarity && p.primal == 0
                ? p.equalities.size1() - problem.equalities.size1()
                : p.primal;
  equalities_.resize(p.equalities.size1());
  inequalities_.resize(bounds.size1());
  for (Vector* v : {&a_, &b_, &on_}) v->resize(p.pair_count());
  limit_ = relative_limit * p.length;
}

Certificate Certifier::certify(const Vector& z, const Vector& parameters) {
  values_({z, parameters}, {equalities_, inequalities_, a_, b_, on_});
  Certificate c{.limit = limit_};
  c.dynamics = largest(equalities_.head(primal_));
  c.equality = largest(equalities_.tail(equalities_.size() - primal_));
  for (const double x : inequalities_)
    c.sign = larger(c.sign, std::isnan(x) ? x : std::max(0.0, -x));
  for (Index i = 0; i < a_.size(); ++i) {
    if (on_[i] == 0.0) {
      c.complementarity = larger(c.complementarity, std::abs(a_[i]));
      continue;
    }
    const bool nan = std::isnan(a_[i]) || std::isnan(b_[i]);
    const double smaller = nan ? std::numeric_limits<double>::quiet_NaN() : std::min(a_[i], b_[i]);
    c.complementarity = larger(c.complementarity, std::abs(smaller));
    c.sign = larger(c.sign, nan ? smaller : std::max(0.0, -smaller));
  }
  return c;
}

}  // namespace ricochet
