#pragma once

#include "ricochet/discretization.hpp"
#include "ricochet/steppers/smooth_contact.hpp"
#include "ricochet/system.hpp"

#include <array>
#include <initializer_list>
#include <vector>

namespace ricochet {

/// Friction of contacts that last: a closed contact presses with lambda and rubs with rho along its
/// tangents T, and with the velocity w of the flight it does one of three things,
///
///   it sticks,  lambda >= 0, T^T w = 0 and |rho| <= friction lambda,
///   it slides,  lambda >= 0, rho = -friction lambda T^T w / |T^T w|,
///   it opens,   lambda = 0, rho = 0 and the gap does not become negative.
///
/// The same holds at the end of a flight for the velocity there and the impulses that make it
/// tangential, along the direction of the flight; there a contact that opens does not rub,
/// and this mode fits if nothing presses the contact.
///
/// Which of the three is found by trying: a flight with assumed modes is a square system, its
/// answer is taken if the inequalities, or the direction of the slip, confirm them. Assumed is
/// first what the slip at the start says, then what an answer that refutes it suggests, each mode
/// once per contact: one that is pulled opens, one that opened and sinks slides the way it sank.
/// Where that finds nothing, all combinations are tried in turn. No contact is let go before it is
/// seen to open. In the plane the direction of a slip is a sign; in space it belongs to the
/// equations of the flight.
class FrictionModes {
 public:
  FrictionModes(const System& s, const Discretization& d);

  void set_parameters(const System& s);
  [[nodiscard]] bool any() const { return !active_.empty(); }
  /// True if the mode of a contact is found here: it was given to begin() and has friction.
  [[nodiscard]] bool governs(Index entry) const;

  /// An impulse of a contact that is as good as none [N s], for begin(); 0 by default.
  void neglect(Index entry, double impulse);
  /// Assumes modes for the frictional ones among the closed contacts.
  void begin(const Mask& closed, const Vector& slip);
  /// Keeps the modes of a flight as the assumption for its end.
  void go_on();
  /// Writes the assumed modes of a flight: contacts that are held, tangents that do not slip, and
  /// for the others rho = drag lambda of their contact, or where rub is not 0 rho = -rub lambda T^T
  /// w / |T^T w|; nudge is a tangential impulse with which the search for that direction begins.
  void write(Mask& held, Mask& pinned, Vector& drag, Vector& rub, Vector& nudge) const;
  /// Those of its end, where the direction of a slip is that of the flight.
  void write_end(Mask& pinned, Vector& drag) const;
  /// True if the impulses and the slip confirm the modes; else assumes others.
  bool confirm(const Vector& lambda, const Vector& rho, const Vector& slip);
  /// A contact assumed to open becomes negative, its contact point moving with the slip: assumes
  /// other modes.
  void sinks(Index entry, const Vector& slip);
  /// The assumed modes led to no flight: assumes others.
  void refute() { assume_next(); }
  /// There are no more modes to assume.
  [[nodiscard]] bool exhausted() const { return exhausted_; }

  /// Slip of the contacts: T^T v at a momentum, T^T w of a flight on average over the rule's
  /// points.
  [[nodiscard]] const Vector& slip_at(const Vector& q, const Vector& p);
  [[nodiscard]] const Vector& slip_of(const Vector& q, const Vector& w, double tau);
  /// The momentum that impulses along the tangents give at q.
  void push(const Vector& q, const Vector& rho, Vector& momentum);

 private:
  using Tangential = Eigen::Vector2d;  // one tangent: the second entry is 0
  enum class Mode { sticks, slides, slides_back, opens };
  static constexpr long modes = 4;
  struct Contact {
    Index entry = 0, first = 0, count = 0;  // of g; its tangents
    double friction = 0.0;
    double least = 0.0;  // impulse that is as good as none [N s]
    Mode mode = Mode::sticks;
    Tangential direction = Tangential::UnitX();  // unit: `slides` along it, `slides_back` against
    double excess = 0.0;                         // impulse that sticking would have needed beyond
    std::array<bool, modes> tried = {};
  };
  [[nodiscard]] static Tangential part(const Contact& c, const Vector& all);
  [[nodiscard]] static bool slides(const Contact& c);
  [[nodiscard]] static Tangential heading(const Contact& c);
  [[nodiscard]] static Mode toward(Contact& c, const Tangential& slip);
  [[nodiscard]] bool confirmed(const Contact& c, const Vector& lambda, const Vector& rho,
                               const Vector& slip) const;
  [[nodiscard]] bool revise(Contact& c, const Vector& lambda, const Vector& rho) const;
  [[nodiscard]] static bool assume(Contact& c, std::initializer_list<Mode> preferred);
  void align(const Vector& slip);
  void assume_next();

  double speed_tolerance_;
  std::vector<Contact> all_, active_;
  std::vector<Index> rows_;  // row of g of each member of all_
  long trial_ = -1;          // of all combinations; -1: not there yet
  bool exhausted_ = false;
  Kernel slip_at_, slip_of_, push_;
  Vector theta_, slip_;
};

}  // namespace ricochet
