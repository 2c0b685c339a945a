#include "support/manufactured.hpp"

namespace ricochet::manufactured {
namespace {

constexpr double same_place = 1e-9;  // of the length 1: positions that agree

}  // namespace

std::string Family::mistake(const Instance& truth, Flaw flaw, const StepReport& report,
                            const Solution& solution) {
  if (flaw == Flaw::not_finite)
    return report.status == StepStatus::not_finite ? ""
                                                   : "NaN ended as " + to_string(report.status);
  if (flaw == Flaw::infeasible)
    return report.status == StepStatus::infeasible
               ? ""
               : "no point ended as " + to_string(report.status);
  if (!report.ok()) return "";
  if (!report.certificate.ok()) return "converged, but " + report.certificate.verdict();
  return difference(truth, {.z = truth.z, .active = truth.active, .weak = truth.weak}, solution);
}

std::string Family::difference(const Instance& instance, const Solution& one,
                               const Solution& other) {
  const Index n = shape_.n;
  if ((one.z - other.z).head(n).norm() > same_place)
    return "positions differ by " + std::to_string((one.z - other.z).head(n).norm());
  for (size_t i = 0; i < one.active.size() && !shape_.overfull(); ++i)
    if (one.active[i] != other.active[i] && !one.weak[i] && !other.weak[i])
      return "pair " + std::to_string(i) + " is active in one answer only";
  Vector a(n), b(n);
  push_({one.z, instance.parameters}, {a});
  push_({other.z, instance.parameters}, {b});
  if ((a - b).norm() > same_place) return "impulses push differently";
  const double impulses = h * (one.z - other.z).tail(shape_.m + shape_.k).norm();
  if (shape_.unique_impulses() && impulses > 10.0 * same_place)
    return "impulses differ by " + std::to_string(impulses);
  return "";
}

}  // namespace ricochet::manufactured
