#include "ricochet/status.hpp"

namespace ricochet {
namespace {

struct Entry {
  StepStatus status;
  const char* name;
  const char* explanation;
};

// One row per status, the only place where its texts are written.
constexpr Entry table[] = {
    {StepStatus::not_run, "not_run", "No step was made yet."},
    {StepStatus::converged, "converged", "The step is solved and certified."},
    {StepStatus::invalid_input, "invalid_input",
     "The state, the step size or a parameter is unusable. Give finite numbers of the right size "
     "and a step size h > 0."},
    {StepStatus::not_smooth, "not_smooth",
     "A contact is approached with normal velocity, but the method covers smooth contact only. "
     "Use a method with impacts, or start tangentially to the constraint."},
    {StepStatus::infeasible, "infeasible",
     "No position satisfies the constraints of this step. Check that the constraints can hold "
     "together, or reduce h."},
    {StepStatus::no_admissible_impulse, "no_admissible_impulse",
     "The touching contacts oppose each other (no velocity leaves all of them), or friction jams "
     "them. Give the squeezed body clearance, make the pair an equality, or lower the friction."},
    {StepStatus::no_admissible_root, "no_admissible_root",
     "An impact late in its step (alpha > 1/2) is slower than about a h / 2, where a presses the "
     "contact: no motion keeps the energy. Use slow_impact = contact (--slow-impact contact), or "
     "reduce h."},
    {StepStatus::grazing, "grazing",
     "A constraint is touched tangentially, so its impact time is not determined. Change h "
     "slightly, or use a method with smooth contact."},
    {StepStatus::singular, "singular",
     "The equations of the step contradict each other or do not determine their unknowns. Reduce h "
     "if forces change much within a step; else remove contradictory constraints and check "
     "masses."},
    {StepStatus::iteration_limit, "iteration_limit",
     "The solver did not converge, as where the forces change much within a step or the motion "
     "grows without bound. Reduce h, or try another backend."},
    {StepStatus::not_finite, "not_finite",
     "An expression of the system became NaN or infinite on the way. Keep the motion away from "
     "its singularity (a square root or a division at zero), or reduce h."},
    {StepStatus::branch_suspect, "branch_suspect",
     "The solution found lies far from the predicted position and may belong to another branch. "
     "Reduce h."},
    {StepStatus::too_many_events, "too_many_events",
     "More events fall into one step, or contacts into one impact, than allowed; impacts may "
     "accumulate. Raise the limit, reduce h, remove repeated contacts, or use lasting contact."},
    {StepStatus::certificate_missed, "certificate_missed",
     "The answer of the solver does not satisfy the equations of the step to the required "
     "accuracy. Reduce h, scale the system by .length and .time, or try another backend."},
    {StepStatus::backends_disagree, "backends_disagree",
     "Two backends found different certified answers: the step has several solutions. Reduce h."},
    {StepStatus::backend_error, "backend_error",
     "The solver library reported an internal error. Try another backend."},
    {StepStatus::interrupted, "interrupted", "The run was stopped on request."},
};

const Entry& entry(StepStatus status) {
  for (const Entry& e : table)
    if (e.status == status) return e;
  return table[0];
}

}  // namespace

std::string to_string(StepStatus status) { return entry(status).name; }

std::string explain(StepStatus status) { return entry(status).explanation; }

const std::vector<StepStatus>& all_statuses() {
  static const std::vector<StepStatus> statuses = [] {
    std::vector<StepStatus> list;
    for (const Entry& e : table) list.push_back(e.status);
    return list;
  }();
  return statuses;
}

}  // namespace ricochet
