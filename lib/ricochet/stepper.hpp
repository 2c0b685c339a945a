#pragma once

#include "ricochet/step.hpp"
#include "ricochet/step_certifier.hpp"
#include "ricochet/system.hpp"

#include <memory>
#include <string>
#include <vector>

namespace ricochet {

class StepEquations;

/// What a method declares about itself. Tests measure it.
struct StepperInfo {
  std::string name = {};      ///< as the command line says it
  std::string citation = {};  ///< keys of lib/references.bib with equations
  int order = 0;              ///< of free motion
  int bilateral_order = 0;    ///< of motion on equalities; 0: none claimed
  int contact_order = 0;      ///< of motion in lasting contact; 0: none claimed
  bool symplectic = false;
  bool symmetric = false;     ///< step, p -> -p, step, p -> -p returns
  bool impacts = false;       ///< takes constraints that are hit with normal velocity
  bool logs_impacts = false;  ///< lists impacts in Step::impacts; other methods keep no list
  bool predicts = false;      ///< fills Step::predicted
  bool conserves_momentum_maps = false;
};

/// A method: maps one Step to the next. It carries work memory but no history; the result depends
/// on `from`, h and the parameters only. Every step is judged as a whole by a certifier of its own,
/// see StepCertifier.
///
/// One stepper serves one thread. Threads that construct or destroy steppers hold lock_symbolics()
/// meanwhile (symbolics.hpp); `clone` and steps need no lock.
class Stepper {
 public:
  explicit Stepper(System system);
  virtual ~Stepper() = default;
  Stepper& operator=(const Stepper&) = delete;

  [[nodiscard]] virtual const StepperInfo& info() const = 0;
  [[nodiscard]] const System& system() const { return system_; }

  /// One step of size h into `to`, reusing its storage (`to` may be `from`, which costs a copy). On
  /// failure `to.report` names the status and `to.state` is `from.state`. No exception crosses this
  /// call.
  void advance(const Step& from, double h, Step& to);
  [[nodiscard]] Step advance(const Step& from, double h);

  /// Whether the certifier of the method judges every step before it counts as converged; on by
  /// default. Judged steps have the same bits; report.certified says that a step was judged.
  void certify_steps(bool on) { certify_steps_ = on; }
  [[nodiscard]] bool certifies_steps() const { return certify_steps_; }
  /// Judges a step that this method, or one with the same options, made.
  [[nodiscard]] Certificate certify(const Step& from, double h, const Step& to);
  /// The cause of the last certificate that was not ok, as text.
  [[nodiscard]] std::string culprit() const { return certifier_ ? certifier_->culprit() : ""; }

  /// Changes a parameter of the system; nothing is rebuilt.
  void set(const std::string& parameter, double value);
  /// Changes several parameters at once, see System::with.
  void set(const std::vector<std::string>& parameters, const std::vector<double>& values);

  /// The equations of its steps, for derivatives; symbolic work. Throws std::invalid_argument with
  /// the reason if the method has none.
  [[nodiscard]] virtual std::unique_ptr<StepEquations> step_equations() const;

  /// An independent stepper with the same options and parameters; no new symbolic work.
  [[nodiscard]] virtual std::unique_ptr<Stepper> clone() const = 0;

 protected:
  Stepper(const Stepper& other);

  /// Sets the certifier of this method's steps; a method calls it in its constructor.
  void judged_by(std::unique_ptr<StepCertifier> certifier);

  /// Throws std::invalid_argument if the method cannot take these parameter values.
  virtual void accept(const System& changed) const;

  /// Called when system() has other parameter values: a method hands them to its step problems.
  /// Constructors do the same for the first values.
  virtual void parameters_changed() {}

  /// Empties the lists of impacts and reflections of an earlier step; a method may keep their
  /// storage for those to come.
  virtual void clear_events(Step& to);

  /// The method: h > 0 and finite, `from` finite and of the right size.
  virtual void step(const Step& from, double h, Step& to) = 0;

  System system_;

 private:
  void take(System changed);
  void judge(const Step& from, double h, Step& to);

  std::unique_ptr<StepCertifier> certifier_;
  bool certify_steps_ = true;
};

/// Makes `to` the failed step that stays at `from`.
void stay(const Step& from, Step& to, StepStatus status, const std::string& message);

}  // namespace ricochet
