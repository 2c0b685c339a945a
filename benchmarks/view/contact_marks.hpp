#pragma once

#include "ricochet/problem/problem.hpp"

#include <vector>

namespace ricochet::cli {

/// Where a contact touches a body, and the direction in which it pushes it.
struct ContactMark {
  Eigen::Vector2d at = {};      ///< [m]
  Eigen::Vector2d normal = {};  ///< of unit length
};

/// Finds the marks of entries of g that are closed, or nearly so.
///
/// The gradient of an entry at a body (n, r x n) tells the direction n and the lever arm r x n of
/// the push; how far the place r lies against n is read from the outline.
class ContactMarker {
 public:
  ContactMarker(const System& system, std::vector<PlanarBody> bodies);

  void move_to(const Vector& q, double t = 0.0);
  /// The marks of an entry on all bodies that it pushes. Bodies that touch share one.
  [[nodiscard]] std::vector<ContactMark> marks(Index entry) const;

 private:
  /// What an entry does to a body: its derivatives by x, y and theta.
  struct Push {
    size_t body = 0;
    Eigen::Vector2d force = Eigen::Vector2d::Zero();
    double torque = 0.0;
  };
  [[nodiscard]] std::vector<Push> pushes(Index entry) const;
  [[nodiscard]] Eigen::Vector2d arm(const Push& push, const Eigen::Vector2d& n) const;

  System system_;
  std::vector<PlanarBody> bodies_;
  std::vector<size_t> body_of_;  // by coordinate; the number of bodies: of none
  Kernel gradients_;             // sparse: systems may have many rows
  std::vector<casadi_int> first_, coordinate_;
  std::vector<double> values_;
  Vector q_;
};

}  // namespace ricochet::cli
