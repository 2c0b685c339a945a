#pragma once

#include "ricochet/measures.hpp"
#include "ricochet/step.hpp"
#include "ricochet/system.hpp"
#include "ricochet/work.hpp"

#include <limits>
#include <string>
#include <vector>

namespace ricochet {

/// The shadow energy over every step of a run, of methods that conserve one.
struct ShadowSummary {
  double initial = std::numeric_limits<double>::quiet_NaN();  ///< [J]; NaN: there is none
  double error_max = 0.0;                                     ///< largest |energy - initial| [J]
  long events = 0;                                            ///< steps with impacts
  long without_root = 0;                                      ///< energy equations without a root
  long located = 0;                  ///< steps whose impacts were located inside
  long landed = 0;                   ///< steps that end in contact
  double debt_max = 0.0;             ///< largest |debt| [J]
  double jump_squares = 0.0;         ///< sum of the squares of jumps, see ShadowRecord [J^2]
  double before_squares = 0.0;       ///< of those of the order before [J^2]; 0: there is none
  int order = 0, virtual_steps = 0;  ///< which energy, see ShadowRecord

  void observe(const ShadowRecord& step);
  [[nodiscard]] bool any() const { return initial == initial; }
  /// error_max by |initial|.
  [[nodiscard]] double relative_error() const;
  /// Root mean square of the jumps [J].
  [[nodiscard]] double jump_rms() const;
  /// The jumps of an order by those of the order before; NaN if there is none.
  [[nodiscard]] double order_ratio() const;
  /// The energies of rising order do not come nearer to each other: h times the frequencies at the
  /// contacts is too large for the order.
  [[nodiscard]] bool too_large_h() const;
};

/// Extremes over every step of a run, whichever steps are recorded. They are plain numbers, so that
/// a checkpoint can store them and a resumed run can continue them.
struct RunSummary {
  long steps = 0;
  /// At the start [J], as Measures defines it. Where it is E_d: that of the first step, NaN before.
  double energy_initial = std::numeric_limits<double>::quiet_NaN();
  double energy_final = std::numeric_limits<double>::quiet_NaN();
  double energy_min = std::numeric_limits<double>::infinity();
  double energy_max = -std::numeric_limits<double>::infinity();
  /// Work of forces and of what moves by itself since the start [J], see WorkMeter; by the midpoint
  /// rule. 0 where nothing works.
  double work = 0.0;
  /// The work that was done when the energy was energy_initial [J]: not 0 where that is E_d.
  double work_initial = 0.0;
  /// Extremes of the energy less its start and less the work since then [J], where something works;
  /// else NaN. E_d is the energy in the middle of a flight: the work is taken up to there.
  double balance_min = std::numeric_limits<double>::quiet_NaN();
  double balance_max = std::numeric_limits<double>::quiet_NaN();
  std::vector<std::string> momentum_names = {};
  std::vector<double> momentum_initial = {};
  std::vector<double> momentum_max_error = {};               ///< absolute
  double gap_min = std::numeric_limits<double>::infinity();  ///< [m], start included
  double equality_max = 0.0;                                 ///< [m]
  double certificate_max = 0.0;                              ///< [m]
  long certified = 0;  ///< steps that the step certifier judged
  long impacts = 0;
  long flagged_impacts = 0;  ///< resolved by another law than the one asked for
  SolverStatistics solver = {};
  ShadowSummary shadow = {};
  /// Running moments of (t, E) about the first observation, for the slope.
  struct Moments {
    double count = 0.0, t0 = 0.0, sum_t = 0.0, sum_E = 0.0, sum_tt = 0.0, sum_tE = 0.0;
  };
  Moments moments = {};

  /// Least-squares slope of the energy over time [J/s].
  [[nodiscard]] double energy_slope() const;
};

/// Observes the start and then every step.
class Monitor {
 public:
  explicit Monitor(const System& system);
  Monitor(const System& system, RunSummary so_far);  ///< continues a resumed run

  /// Forgets the run. The next one is of the same system with other parameter values.
  void restart(const System& system);
  void start(const Step& step);    ///< the start of a run that is not resumed
  void observe(const Step& step);  ///< a certified step
  // Steps that each begin at a state of their own, as the rows of a table do: momenta are compared
  // with those at the start of the step, and there is no energy at the start of all.
  void start_rows();
  void observe_row(const Step& from, const Step& made);  ///< a failed step is counted only
  /// Measures a step without counting it, such as the one at which a run is resumed.
  void measure(const Step& step);
  [[nodiscard]] const RunSummary& summary() const { return summary_; }

  // Of the step measured last.
  [[nodiscard]] double energy() const { return energy_; }  ///< [J]; NaN: not known
  [[nodiscard]] const Vector& momenta() const { return momenta_; }
  [[nodiscard]] const Vector& gaps() const { return gaps_; }  ///< [m]

 private:
  void count(const Step& step);
  void take_violations(const Step& step);
  void take_momenta(const double* initial);
  void take_work(const Step& step);
  void take_energy(const Step& step);

  System system_;
  Measures measures_;
  WorkMeter work_;
  State before_;        // the step measured last
  double ahead_ = 0.0;  // work since the energy of that step: E_d is that of the middle of a flight
  RunSummary summary_;
  double energy_ = std::numeric_limits<double>::quiet_NaN();
  Vector momenta_, gaps_, momenta_before_;
};

}  // namespace ricochet
