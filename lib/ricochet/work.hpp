#pragma once

#include "ricochet/discretization.hpp"
#include "ricochet/step.hpp"
#include "ricochet/symbols/casadi_eigen.hpp"
#include "ricochet/system.hpp"

namespace ricochet {

/// The work that is done on a system in a step, over the points of a rule: by its forces, and by
/// what moves by itself in a rheonomic system, where walls, equalities and rows push with their
/// impulses and V changes with the time. It goes flight by flight where the step has flights.
class WorkMeter {
 public:
  /// Throws std::invalid_argument if the rule declares no nodes and there is work.
  WorkMeter(const System& system, const Discretization& rule);

  /// Those of the same system with other parameter values.
  void set_parameters(const System& system) { theta_ = system.parameter_values(); }

  /// False if no work is done ever.
  [[nodiscard]] bool works() const { return forced_ || rheonomic_; }
  [[nodiscard]] double of_forces(const State& from, const Step& to);        ///< [J]
  [[nodiscard]] double of_moving_parts(const State& from, const Step& to);  ///< [J]
  /// The part of both that was done along the last flight of the step given last, without the
  /// impact at its end [J]; 0 for a step without flights.
  [[nodiscard]] double of_last_flight() const { return last_of_forces_ + last_of_changes_; }

 private:
  struct Way;
  template <class OfWay>
  double over_ways(const State& from, const Step& to, double& last, const OfWay& of_way);
  double at_impact(const Impact& impact);

  bool forced_, rheonomic_;
  Kernel forces_, changes_, gap_rates_;
  Vector theta_, w_, rates_, no_push_, no_pull_, no_row_;
  double last_of_forces_ = 0.0, last_of_changes_ = 0.0;
};

}  // namespace ricochet
