#pragma once

#include "method.hpp"
#include "ricochet/run/run_recipe.hpp"
#include "run_data.hpp"

#include <nanobind/nanobind.h>

#include <memory>
#include <optional>
#include <string>

namespace ricochet::python {

/// Where a run begins: a state that is judged, a step that is continued as it is, or the file of a
/// run to be resumed.
struct Beginning {
  std::optional<State> state = {};
  std::optional<Step> step = {};
  std::string file = {};
};

/// Makes a run without the lock of the interpreter, which is taken ten times a second: for signals
/// and for `progress`, called with (made, total, energy error). Ctrl-C ends the run as
/// `interrupted`. What `progress`, or the handler of another signal, throws is thrown once the
/// files are complete.
[[nodiscard]] std::shared_ptr<const RunData> record_run(Method& method, const Beginning& begin,
                                                        RunRecipe recipe,
                                                        nanobind::object progress);

}  // namespace ricochet::python
