#pragma once

#include "ricochet/derivatives/run_records.hpp"
#include "ricochet/stepper.hpp"
#include "ricochet/trajectory.hpp"

#include <memory>
#include <string>
#include <vector>

namespace ricochet {

/// Derivatives of the last state (q, p) of a run by w = (q0, p0, every parameter, h), in sweeps
/// over the stored steps. Nothing is solved again but linear systems. Equations are compiled once
/// per sequence of impacts and contacts, when a step of it comes first.
///
///   RunSensitivity run(stepper);
///   if (const std::string why = run.take(trajectory); !why.empty()) ...
///   Vector gradient = run.adjoint(bar);   // of bar^T (q, p)
///
/// They are those of the discrete run, exactly. Located impacts with a law of the momentum converge
/// to the sensitivities of the motion at order 2 in h, those that keep E_d at order 1.
///
/// Where a run begins on equalities, or with contacts that rest, they are those of a motion along
/// tangents() only: another start would leave what it stands on.
///
/// One object serves one thread, const calls too.
class RunSensitivity {
 public:
  struct Options {
    Index most_impacts = 16;  ///< in one step: more would take long to compile
    /// Steps of gvi that reflect at grid points, too: the derivative does not converge to the
    /// motion's.
    bool accept_grid_reflection = false;
    /// That records (derivatives of steps) may take [byte]; not the run, which its owner stores.
    /// One whose N records need more has those of about sqrt(N) steps at a time, beside as many
    /// steps to restart from: sweeps make the steps between them again, with the same bits.
    double memory = 1073741824.0;
  };
  /// Throws std::invalid_argument if the method states no equations for derivatives, and for
  /// negative numbers.
  explicit RunSensitivity(const Stepper& stepper) : RunSensitivity(stepper, Options()) {}
  RunSensitivity(const Stepper& stepper, Options options);
  RunSensitivity(RunSensitivity&&) noexcept = default;
  RunSensitivity& operator=(RunSensitivity&&) noexcept = default;
  ~RunSensitivity() = default;

  /// The values of all parameters in the runs to take; before, those of the stepper at
  /// construction. Forgets the run that was taken.
  void set_parameters(const Vector& theta) { records_->set_parameters(theta); }
  /// Takes a run whose steps are recorded, or every K-th of them: those between are made again.
  /// Returns the reason if it has no derivative, else nothing.
  [[nodiscard]] std::string take(const Trajectory& run);

  [[nodiscard]] Index inputs() const { return inputs_; }  ///< entries of w

  // Of the run that was taken. They throw std::logic_error if there is none, and if steps that are
  // made again end elsewhere.
  /// The changes of the last state along directions of w, one per column.
  [[nodiscard]] Matrix forward(const Matrix& directions) const;
  /// The same of every state of the run, the first one too.
  [[nodiscard]] std::vector<Matrix> along(const Matrix& directions) const;
  /// The gradient of bar^T (q, p) by w.
  [[nodiscard]] Vector adjoint(const Vector& bar) const;
  /// The second derivative of bar^T (q, p) by w, times a direction.
  [[nodiscard]] Vector hessian_vector(const Vector& bar, const Vector& direction) const;
  /// A basis of the directions of w along which the run stays on the equalities and the resting
  /// contacts that it begins with: orthonormal columns.
  [[nodiscard]] const Matrix& tangents() const { return records_->tangents(); }
  /// log10 of the largest entry of the derivative by the start. Beyond about 6 it tells little of
  /// the motion.
  [[nodiscard]] double growth() const;
  /// Records of steps, and steps to restart from, that are held in memory.
  [[nodiscard]] long held() const { return records_->held(); }

 private:
  [[nodiscard]] Vector carried(const Vector& x, const Vector& direction) const;

  std::unique_ptr<RunRecords> records_;
  Index states_, inputs_;
};

}  // namespace ricochet
