#pragma once

#include "ricochet/monitor.hpp"
#include "ricochet/step.hpp"
#include "ricochet/text/settings.hpp"

#include <optional>
#include <string>

namespace ricochet {

/// What a run did, as scripts read it.
struct Report {
  std::string status = "not_run";  ///< of the step that ended the run; "converged": all went well
  std::string message = {};
  RunSummary summary = {};
  double wall_seconds = 0.0;
  Settings settings = {};
  SettingList more = {};          ///< further entries
  std::optional<Step> last = {};  ///< given: the report can be resumed like a checkpoint
};

/// JSON with `status`, `message`, `steps`, `wall_seconds`, `energy{initial,final,min,max,slope}`,
/// `momentum{name:{initial,max_error}}`, `gap_min`, `equality_max`, `certificate_max`, `impacts`,
/// `solver{...}`, for methods that conserve a shadow energy `shadow{order,virtual_steps,
/// initial,error_max,events,without_root,located,landed,debt_max,jump_rms,order_ratio,too_large_h}`,
/// with error_max by |initial|, then `more`, `options`, `structure`, `parameters`. A number that is
/// NaN or infinite (nothing to measure) is null. With `last` also `resume{summary,step}`: the step
/// has its multipliers (`force`) and its `impacts`, each with `impulse`, `friction` and the work
/// done on the body, `f_pow` = `energy_plus` - `energy_minus`.
[[nodiscard]] std::string to_json(const Report& report);

/// Writes the file in one step, see write_atomically.
void save(const Report& report, const std::string& path);

}  // namespace ricochet
