#pragma once

#include "program/options/options.hpp"

#include <string>

namespace ricochet::cli {

/// What is to be played: the table of a run, and the problem it belongs to.
struct ViewSource {
  Options run = {};         ///< problem, parameters and, from a report, method and start
  std::string table = {};   ///< the trajectory
  std::string events = {};  ///< the impacts; empty: not known
  std::string report = {};  ///< where the options of the run come from; empty: the command line
};

/// The operand is a table or a report. A report names its tables, which may have moved with it. A
/// table does not say of which problem it is: --problem says it, or the report given, or the one
/// beside it (run.json beside run.csv). What cannot be found out throws std::invalid_argument.
[[nodiscard]] ViewSource find_source(const Options& o);

}  // namespace ricochet::cli
