#pragma once

#include "ricochet/run/progress.hpp"
#include "ricochet/run/sample.hpp"
#include "ricochet/step.hpp"
#include "ricochet/text/settings.hpp"

#include <functional>
#include <string>

namespace ricochet {

/// The files that a run writes; without a name a file is not written. Names must differ.
struct RunFiles {
  std::string trajectory = {};  ///< table t,q0,..,p0,.., written as the run goes
  std::string events = {};      ///< table of impacts, written as the run goes
  std::string contacts = {};    ///< table of contact sets, written as the run goes
  std::string checkpoint = {};  ///< JSON from which the run can be resumed, replaced as it goes
  std::string report = {};      ///< JSON at the end; the run can be resumed from it, too
};

/// What a run is, and what is kept of it.
struct RunRecipe {
  double h = 0.0;  ///< step size [s], > 0
  long steps = 0;  ///< of the whole run, those before a resumption included
  long every = 1;  ///< the trajectory has every K-th step; 0: the start and the last step only
  long certify_every = 1;       ///< steps judged as a whole: every K-th one; see SimulateOptions
  bool violated_start = false;  ///< take a State that violates constraints, see violations()
  RunFiles files = {};
  SampleOptions samples = {};  ///< what stays in memory
  Settings settings = {};      ///< of the program, for checkpoints and the report
  SettingList more = {};       ///< further entries of the report
  std::function<void(const Step&)> on_step = {};  ///< called after every certified step
  OnProgress on_progress = {};
  std::function<bool()> stop_requested = {};  ///< asked before every step
  double progress_interval = 0.1;             ///< wall time between calls of on_progress [s]
  double save_interval = 1.0;                 ///< wall time between checkpoints [s]
};

}  // namespace ricochet
