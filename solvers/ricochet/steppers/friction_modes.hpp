#pragma once

#include "ricochet/discretization.hpp"
#include "ricochet/steppers/smooth_contact.hpp"
#include "ricochet/system.hpp"

#include <vector>

namespace ricochet {

/// Friction of contacts that last: a held contact presses with lambda and rubs with rho along its
/// tangents T, and the velocity w of the flight does one of two things there,
///
///   it sticks,  T^T w = 0 and |rho| <= friction lambda,
///   it slides,  rho = -friction lambda T^T w / |T^T w|.
///
/// The same holds at the end of a flight for the velocity there and the impulses that make it
/// tangential, along the direction of the flight. Which of the two is found by trying: a flight
/// with assumed modes is a square system, its answer is taken if the inequality, or the direction
/// of the slip, confirms them. Assumed is first what the slip at the start says, then the opposite
/// of what an answer refutes; where that goes in circles (several contacts), all modes are tried in
/// turn. In the plane the direction of a slip is a sign; in space it belongs to the equations of
/// the flight.
class FrictionModes {
 public:
  FrictionModes(const System& s, const Discretization& d);

  void set_parameters(const System& s);
  [[nodiscard]] bool any() const { return !active_.empty(); }

  /// Assumes modes for the frictional ones among the held contacts.
  void begin(const Mask& held, const Vector& slip);
  /// Keeps the modes of a flight as the assumption for its end.
  void go_on();
  /// Writes the assumed modes of a flight: tangents that do not slip, and for the others rho = drag
  /// lambda of their contact, or where rub is not 0 rho = -rub lambda T^T w / |T^T w|; nudge is a
  /// tangential impulse with which the search for that direction begins.
  void write(Mask& pinned, Vector& drag, Vector& rub, Vector& nudge) const;
  /// Those of its end, where the direction of a slip is that of the flight.
  void write_end(Mask& pinned, Vector& drag) const;
  /// True if the impulses and the slip confirm the modes; else assumes others.
  bool confirm(const Vector& lambda, const Vector& rho, const Vector& slip);
  /// The assumed modes led to no flight: assumes others.
  void refute();
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
  struct Contact {
    Index entry = 0, first = 0, count = 0;  // of g; its tangents
    double friction = 0.0;
    bool sticks = true;
    Tangential direction = Tangential::Zero();  // of the slip, unit, where it slides
    double excess = 0.0;                        // impulse that sticking would have needed beyond
  };
  [[nodiscard]] static Tangential part(const Contact& c, const Vector& all);
  [[nodiscard]] bool confirmed(const Contact& c, const Vector& lambda, const Vector& rho,
                               const Vector& slip) const;
  void align(const Vector& slip);
  void assume_next();

  double speed_tolerance_, impulse_tolerance_;
  std::vector<Contact> all_, active_;
  std::vector<Index> rows_;  // row of g of each member of all_
  long revisions_ = 0, trial_ = -1;
  bool exhausted_ = false;
  Kernel slip_at_, slip_of_, push_;
  Vector theta_, slip_;
};

}  // namespace ricochet
