#pragma once

#include "ricochet/run/recorded_run.hpp"
#include "ricochet/system.hpp"

#include <memory>
#include <string>
#include <vector>

namespace ricochet::python {

/// Rows of numbers, one behind another, as NumPy reads them.
struct Table {
  std::vector<double> numbers = {};
  size_t rows = 0, columns = 0;

  void add(const Vector& row);
};

/// The impacts of a run, one row each. Those of one impact have `first[i]` to `first[i + 1]` of
/// `contacts` and `impulses`.
struct ImpactTable {
  std::vector<double> t = {}, alpha = {}, energy_minus = {}, energy_plus = {}, impulses = {};
  Table q = {}, p_minus = {}, p_plus = {};
  std::vector<std::string> contacts = {};
  std::vector<size_t> first = {0};
  std::vector<bool> flagged = {};
};

/// What was kept of a run. It does not change any more: arrays point into it.
struct RunData {
  System system;
  std::string method = {};
  std::vector<double> t = {}, energy = {}, energy_least = {}, energy_most = {};
  std::vector<double> certificates = {};  ///< worst length of each row's step [m]; 0 at the start
  Table q = {}, p = {}, momenta = {}, gaps = {};
  ImpactTable impacts = {};
  RecordedRun made = {};  ///< without its samples
};

/// Takes the samples of a run apart. `certificates`: of the rows behind the first one.
[[nodiscard]] std::shared_ptr<const RunData> run_data(const System& system,
                                                      const std::string& method, RecordedRun made,
                                                      const std::vector<double>& certificates);

}  // namespace ricochet::python
