#pragma once

#include "ricochet/derivatives/frozen_steps.hpp"
#include "ricochet/stepper.hpp"
#include "ricochet/trajectory.hpp"

#include <memory>
#include <string>
#include <vector>

namespace ricochet {

/// Where the equations of the steps of a run stand and their derivatives, window by window. A run
/// that needs more memory than it may has windows of about sqrt(N) of its N steps: the `Step` that
/// each begins with is kept, and the records of one window at a time, which is made again by
/// restarting the method. A restart gives the same bits, and so do the records.
class RunRecords {
 public:
  struct Record {
    FrozenStep::Point at = {};
    Matrix D = {};  ///< of its end (q, p) by w
    FrozenStep* step = nullptr;
  };

  /// memory: that records of all steps may take [byte].
  RunRecords(const Stepper& stepper, Index most_impacts, double memory);

  void accept_grid_reflection() { steps_.accept_grid_reflection(); }
  /// Forgets the run that was taken.
  void set_parameters(const Vector& theta);
  /// Takes a run with its steps recorded, or every K-th of them. Returns the reason if it has no
  /// derivative, else nothing.
  [[nodiscard]] std::string take(const Trajectory& run);

  // Both throw std::logic_error if there is no run.
  [[nodiscard]] size_t windows() const;
  [[nodiscard]] const Matrix& tangents() const;  ///< where the run begins
  /// The records of the steps of a window; until another one is asked for. Throws std::logic_error
  /// if it is made again and ends elsewhere.
  [[nodiscard]] const std::vector<Record>& window(size_t i);
  /// Records and steps that are held.
  [[nodiscard]] long held() const { return static_cast<long>(records_.size() + starts_.size()); }

 private:
  [[nodiscard]] std::string walk(const Trajectory& run);
  [[nodiscard]] std::string record(const Step& from, const Step& to, long number);
  void split(const Step& start);
  void open_window(const Step& start);
  void remake(size_t i);
  void forget();
  void require_run() const;

  FrozenSteps steps_;
  std::unique_ptr<Stepper> stepper_;
  size_t most_impacts_;
  double memory_;
  bool taken_ = false;  // a run
  double h_ = 0.0;
  long count_ = 0;            // steps of the run
  long length_ = 0;           // of a window
  size_t windows_ = 0;        // of the run
  size_t open_ = 0;           // the window whose records are held
  std::vector<Step> starts_;  // of windows, if there are several
  State last_;                // of the run
  std::vector<Record> records_;
  Matrix tangents_;
  Step to_;
};

}  // namespace ricochet
