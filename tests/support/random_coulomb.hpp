#pragma once

#include "ricochet/contact/coulomb/coulomb_problem.hpp"
#include "ricochet/random.hpp"

#include <vector>

namespace ricochet::support {

/// A Coulomb problem with its numbers: u = H^T (v + H r) for unit masses.
struct CoulombNumbers {
  Matrix H = {};
  Vector v = {};
  std::vector<CoulombContact> contacts = {};
  Matrix W = {};
  Vector b = {};
  bool singular = false, painleve = false;

  /// W, b and what they are, of H, v and the contacts.
  void finish();
  [[nodiscard]] CoulombProblem problem() const { return {.W = W, .b = b, .contacts = contacts}; }
  [[nodiscard]] Vector velocities(const Vector& r) const { return W * r + b; }
};

class RandomCoulomb {
 public:
  explicit RandomCoulomb(unsigned seed) : random_(seed) {}

  double normal();
  double between(double low, double high) { return low + (high - low) * unit(random_); }
  Index index(Index below) {
    return static_cast<Index>(static_cast<double>(below) * unit(random_));
  }

  /// 1 to 6 contacts on 2 to 10 coordinates, planar, spatial and frictionless ones mixed. Every
  /// third problem repeats a contact, every third one has rows that depend on each other, every
  /// fourth one has a normal strongly coupled to its tangent.
  CoulombNumbers next();

 private:
  /// A tangent that nearly moves along the normal.
  void couple(CoulombNumbers& made);
  void repeat(CoulombNumbers& made);
  /// Columns that span half of the coordinates.
  void depend(CoulombNumbers& made);

  std::mt19937_64 random_;
};

/// Normally distributed numbers.
Matrix random_matrix(RandomCoulomb& random, Index rows, Index columns);

}  // namespace ricochet::support
