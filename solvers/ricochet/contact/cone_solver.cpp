#include "ricochet/contact/cone_solver.hpp"

#include "ricochet/extremes.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ricochet {
namespace {

// Of the length of the system.
constexpr double wrong = 1e-12;    // a sign below -this
constexpr double tight = 1e-10;    // a row that vanishes
constexpr double certain = 1e-11;  // limit of the certificate

constexpr double round_off = 1e-15;  // of the largest impulse
constexpr double touching = 1e-12;   // squared distance of the hull from the origin
constexpr int refinements = 2;       // of an answer
constexpr size_t changes = 20;       // of the support per member, before the search is given up

}  // namespace

ConeSolver::ConeSolver(const System& s, const Backend& backend)
    : length_(s.length()), time_(s.specification().time) {
  if (s.m() > 0 && !backend.direct())
    program_.emplace(backend, contact_capacity(s.n(), s.m()), length_, time_);
}

StepReport ConeSolver::solve(const Eigen::Ref<const Matrix>& D, const Eigen::Ref<const Vector>& b,
                             const Eigen::Ref<const Vector>& on, Eigen::Ref<Vector> y) {
  gather(D, on);
  y.setZero();
  const auto k = static_cast<Index>(taken_.size());
  for (Index i = 0; i < k; ++i) {
    c_[i] = b[taken_[at(i)]] / root_[i];
    unit_[i] = time_ * root_[i] / length_;
  }
  if (!A_.topLeftCorner(k, k).allFinite() || !c_.head(k).allFinite())
    return {.status = StepStatus::not_finite, .message = "speeds or mobilities of contacts"};
  StepReport report{.status = StepStatus::converged};
  if (k == 0) return report;
  if (stops_alone(report)) {
    y[taken_[0]] = z_[0] / root_[0];
    return report;
  }
  if (program_)
    report = program_->find(A_.topLeftCorner(k, k), c_.head(k), root_.head(k), z_.head(k));
  else if (!search(all_, report.statistics))
    report.status = StepStatus::iteration_limit;
  if (!report.ok()) return report;
  conclude(report);
  for (Index i = 0; i < k; ++i) y[taken_[at(i)]] = z_[i] / root_[i];
  return report;
}

/// The answer for a single member that approaches, whose row vanishes exactly: with the bits that a
/// search gives. False if there are more members, or another answer.
bool ConeSolver::stops_alone(StepReport& report) {
  if (program_ || taken_.size() != 1 || !(unit_[0] * c_[0] < -wrong)) return false;
  z_[0] = -c_[0];
  report.certificate.limit = certain * length_;
  ++report.statistics.set_changes;
  ++report.statistics.factorizations;
  return true;
}

/// What was found is judged, then replaced by the answer of its tight rows, which is judged again.
void ConeSolver::conclude(StepReport& report) {
  update_rows();
  Certificate certificate = certify();
  if (certificate.ok()) {
    chosen_.clear();
    for (const Index i : all_)
      if (unit_[i] * rows_[i] <= tight) chosen_.push_back(i);
    if (!settle(report.statistics)) {  // there are more of them than act
      (void)search(chosen_, report.statistics);
      chosen_ = factor_.support();
      std::sort(chosen_.begin(), chosen_.end());
      (void)settle(report.statistics);
    }
    certificate = certify();
  }
  report.certificate.merge(certificate);
  if (certificate.ok()) return;
  report.status = StepStatus::certificate_missed;
  report.message = certificate.verdict();
}

bool ConeSolver::has_interior(const Eigen::Ref<const Matrix>& D,
                              const Eigen::Ref<const Vector>& on) {
  gather(D, on);
  const auto k = static_cast<Index>(taken_.size());
  // min |sum u_i n_i|^2 + (1 - sum u_i)^2 over u >= 0 is d^2 / (1 + d^2), d the distance of the
  // hull of the unit normals n_i from the origin. With a unit diagonal u = z / sqrt(2).
  A_.topLeftCorner(k, k) = 0.5 * (A_.topLeftCorner(k, k).array() + 1.0).matrix();
  c_.head(k).setConstant(-std::sqrt(0.5));
  unit_.head(k).setOnes();
  SolverStatistics unused;
  (void)search(all_, unused);
  return 1.0 - std::sqrt(0.5) * z_.head(k).sum() > touching;
}

/// The members that take part, scaled. One whose gradient the constraints absorb takes no part.
void ConeSolver::gather(const Eigen::Ref<const Matrix>& D, const Eigen::Ref<const Vector>& on) {
  reserve(D.rows());
  taken_.clear();
  for (Index i = 0; i < D.rows(); ++i)
    if (on[i] != 0.0 && !(D(i, i) <= 0.0)) taken_.push_back(i);
  all_.resize(taken_.size());
  std::iota(all_.begin(), all_.end(), Index{0});
  for (const Index j : all_) {
    const Index column = taken_[at(j)];
    root_[j] = std::sqrt(D(column, column));
    for (Index i = 0; i < j; ++i)
      A_(i, j) = A_(j, i) = D(taken_[at(i)], column) / (root_[i] * root_[j]);
    A_(j, j) = 1.0;
  }
}

/// Room for members; it never shrinks, so that impacts of a warm stepper allocate nothing.
void ConeSolver::reserve(Index size) {
  if (size <= A_.rows()) return;
  const Index room = std::max(size, 2 * A_.rows());
  A_.resize(room, room);
  factor_.reserve(room);
  for (Vector* v : {&root_, &unit_, &c_, &z_, &rows_, &trial_}) v->setZero(room);
  place_.resize(at(room));
  for (std::vector<Index>* set : {&taken_, &all_, &chosen_, &order_}) set->reserve(at(room));
}

/// Nonnegative least squares: the support grows by the row that is violated most and loses those
/// that would pull. False if that does not end.
bool ConeSolver::search(const std::vector<Index>& among, SolverStatistics& statistics) {
  factor_.clear();
  std::fill(place_.begin(), place_.end(), Place::outside);
  z_.setZero();
  update_rows();
  for (size_t left = changes * (among.size() + 1); left > 0; --left) {
    const Index next = most_violated(among);
    if (next < 0) return true;
    if (!join(next)) {  // round-off: it depends on the support
      place_[at(next)] = Place::refused;
      continue;
    }
    balance(statistics);
    std::replace(place_.begin(), place_.end(), Place::refused, Place::outside);
    update_rows();
    ++statistics.set_changes;
  }
  return false;
}

/// -1: none.
Index ConeSolver::most_violated(const std::vector<Index>& among) const {
  Index worst = -1;
  for (const Index i : among)
    if (place_[at(i)] == Place::outside && unit_[i] * rows_[i] < -wrong &&
        (worst < 0 || rows_[i] < rows_[worst]))
      worst = i;
  return worst;
}

/// Takes a member into the support; false if it depends on it or would pull at once.
bool ConeSolver::join(Index member) {
  if (!factor_.append(A_, member)) return false;
  aim();
  if (!(trial_[factor_.size() - 1] > 0.0)) {
    factor_.drop_last();
    return false;
  }
  place_[at(member)] = Place::support;
  return true;
}

/// trial_: the impulses for which the rows of the support vanish.
void ConeSolver::aim() {
  for (Index j = 0; j < factor_.size(); ++j) trial_[j] = -c_[factor_.support()[at(j)]];
  factor_.solve(trial_);
}

/// Moves z to the impulses aimed at. What would become negative on the way leaves the support.
void ConeSolver::balance(SolverStatistics& statistics) {
  while (!advance()) {
    order_ = factor_.support();
    factor_.clear();
    for (const Index i : order_) {
      if (z_[i] > 0.0 && factor_.append(A_, i)) continue;
      z_[i] = 0.0;
      place_[at(i)] = Place::outside;
    }
    ++statistics.factorizations;
    aim();
  }
}

/// A step towards trial_ as far as z stays >= 0; true if that is all the way.
bool ConeSolver::advance() {
  double step = 1.0;
  for (Index j = 0; j < factor_.size(); ++j) {
    const double now = z_[factor_.support()[at(j)]], then = trial_[j];
    if (then <= 0.0) step = std::min(step, now / (now - then));
  }
  bool all = true;
  for (Index j = 0; j < factor_.size(); ++j) {
    double& z = z_[factor_.support()[at(j)]];
    const double then = trial_[j];
    const bool leaves = then <= 0.0 && z <= step * (z - then) * (1.0 + round_off);
    z = leaves ? 0.0 : z + step * (then - z);
    all = all && !leaves;
  }
  return all;
}

/// z for which the chosen rows vanish and all other impulses; false if one pulls, or if they cannot
/// all vanish.
bool ConeSolver::settle(SolverStatistics& statistics) {
  ++statistics.factorizations;
  const bool independent = factor_.assign(A_, chosen_);
  z_.setZero();
  for (int round = 0; round <= refinements; ++round) {
    update_rows();
    for (size_t j = 0; j < chosen_.size(); ++j) trial_[static_cast<Index>(j)] = -rows_[chosen_[j]];
    if (independent)
      factor_.solve(trial_);
    else
      factor_.solve_least_norm(A_, chosen_, trial_);
    for (size_t j = 0; j < chosen_.size(); ++j) z_[chosen_[j]] += trial_[static_cast<Index>(j)];
  }
  bool fits = true;
  const double largest = z_.maxCoeff();
  for (const Index i : chosen_) {
    fits = fits && unit_[i] * z_[i] >= -wrong;
    if (fits && z_[i] < round_off * largest) z_[i] = 0.0;
  }
  update_rows();
  for (const Index i : chosen_) fits = fits && unit_[i] * std::abs(rows_[i]) <= wrong;
  return fits;
}

/// rows_ = A z + c.
void ConeSolver::update_rows() {
  const auto k = static_cast<Index>(all_.size());
  rows_.head(k) = c_.head(k);
  for (const Index j : all_)
    if (z_[j] != 0.0) rows_.head(k) += z_[j] * A_.col(j).head(k);
}

Certificate ConeSolver::certify() const {
  Certificate certificate{.limit = certain * length_};
  for (const Index i : all_) {
    const double smaller = std::isnan(rows_[i]) ? rows_[i] : std::min(z_[i], rows_[i]);
    const double defect = length_ * unit_[i] * smaller;
    certificate.complementarity = larger(certificate.complementarity, std::abs(defect));
    certificate.sign =
        larger(certificate.sign, std::isnan(defect) ? defect : std::max(0.0, -defect));
  }
  return certificate;
}

}  // namespace ricochet
