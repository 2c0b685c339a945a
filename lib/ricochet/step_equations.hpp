#pragma once

#include "ricochet/step.hpp"
#include "ricochet/step_kernel.hpp"
#include "ricochet/system.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ricochet {

/// What a step decided, as far as its equations depend on it. Two steps with the same sequence
/// solve the same equations, and a step is smooth as long as its sequence stays the same.
struct StepSequence {
  /// A contact that slides with friction.
  struct Rubbing {
    Index entry = 0;  ///< of g
    int side = 0;     ///< of the force along its one tangent or its flight; 0: against the slip

    [[nodiscard]] bool operator==(const Rubbing&) const = default;
  };
  /// Contacts that act together. Of rows that depend on each other a largest independent set is
  /// enough: it moves the system in the same way.
  struct Contacts {
    std::vector<Index> closed = {};  ///< entries of g
    std::vector<Index> stuck = {};   ///< tangents along which a contact point does not slip
    std::vector<Rubbing> rubbing = {};

    [[nodiscard]] bool operator==(const Contacts&) const = default;
  };
  /// Motion without impacts, and the landing where it ends.
  struct Flight {
    /// The entry of g that is hit where it ends; -1: none.
    Index hits = -1;
    /// If nothing is hit: it takes the rest of the step divided by 2 so often.
    int halvings = 0;
    /// A sliding contact whose slip vanishes where it ends; -1: none.
    Index stops = -1;
    Contacts during = {}, landing = {};

    [[nodiscard]] bool operator==(const Flight&) const = default;
  };
  /// What happens where a flight hits something.
  struct Impact {
    enum class Rule {
      energy,       ///< E_d of the flight behind it is that of the flight before
      share,        ///< (1 + e)/2 of the impulse with which a flight to the end of the step does so
      restitution,  ///< gaps open with e times the speed with which they closed
      rest,         ///< the same with e = 0
      mirror        ///< the same with e = 1, whatever the restitution of the contacts is
    };
    Rule rule = Rule::energy;
    Index restitution = -1;  ///< the entry of g whose restitution all contacts share
    Contacts pushed = {};
    std::vector<Contacts> then = {};  ///< pushed in later passes of a reflection, by the same rule

    [[nodiscard]] bool operator==(const Impact&) const = default;
  };
  std::vector<Flight> flights = {};
  std::vector<Impact> impacts = {};  ///< one behind each flight that hits
  /// A reflection at the grid point where the step begins: its time does not move with the start.
  std::optional<Impact> grid = {};
  std::vector<Index> resting = {};  ///< contacts closed and at rest where the step begins

  [[nodiscard]] bool operator==(const StepSequence&) const = default;

  /// Of a step that touches nothing.
  [[nodiscard]] static StepSequence free() { return {.flights = {Flight{}}}; }
};

/// The equations of the steps of a method: the only obligation of a method whose steps are to be
/// differentiated. One object serves one thread.
class StepEquations {
 public:
  StepEquations() = default;
  StepEquations& operator=(const StepEquations&) = delete;
  virtual ~StepEquations() = default;

  virtual void set_parameters(const System& s) = 0;
  /// Also steps that reflect at grid points, whose derivatives do not converge to the motion's.
  virtual void accept_grid_reflection() {}
  /// Reads what a step decided; no symbolic work. Returns why the step has no derivative, or
  /// nothing.
  [[nodiscard]] virtual std::string read(const Step& from, double h, const Step& to,
                                         StepSequence& decided) = 0;
  /// z of a step with that sequence, near enough for Newton's method.
  virtual void unknowns(const Step& from, double h, const Step& to, const StepSequence& decided,
                        Vector& z) const = 0;
  /// Symbolic work.
  [[nodiscard]] virtual StepKernel kernel(const StepSequence& decided) const = 0;
  /// An upper bound of the entries of z for steps with so many flights.
  [[nodiscard]] virtual Index most_unknowns(Index flights) const = 0;

  /// Whether steps go from t to t - h.
  [[nodiscard]] virtual bool backwards() const { return false; }
  /// Why a flight and the impact behind it cannot be stated without the next flight and by a law of
  /// the momentum; empty if they can.
  [[nodiscard]] virtual std::string not_alone() const { return {}; }

  [[nodiscard]] virtual std::unique_ptr<StepEquations> clone() const = 0;

 protected:
  StepEquations(const StepEquations&) = default;
};

}  // namespace ricochet
