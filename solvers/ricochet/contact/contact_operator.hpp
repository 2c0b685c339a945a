#pragma once

#include "ricochet/contact/reactions.hpp"
#include "ricochet/linear/kernel_matrix.hpp"
#include "ricochet/system.hpp"

#include <optional>
#include <vector>

namespace ricochet {

/// What impulses at some contacts do to a system at a position while the reactions of its
/// constraints act. C are the gradients of the equalities and the nonholonomic rows, columns:
///
///   N = (I - C (C^T M^-1 C)^+ C^T M^-1) G,   V = M^-1 N,   D = G^T V = N^T M^-1 N
///
/// N are the gradients projected to the cotangent space of the constraints, [KP12] (7.7) as read
/// there: unprojected ones lose energy silently. A unit impulse at contact j changes the velocity
/// by V_j and the normal speed of contact i by D_ij; D is the Delassus matrix.
///
/// These matrices have one column per contact that takes part, a member, and not one per contact
/// of the system. Tangents of the members may follow: for them G reads T and speeds are slips.
class ContactOperator {
 public:
  explicit ContactOperator(const System& s);

  void set_parameters(const System& s) { theta_ = s.parameter_values(); }
  /// Of a rheonomic system that does not come in space-time.
  void set_time(double t) {
    if (rheonomic_) theta_[theta_.size() - 1] = t;
  }

  /// Evaluates gradients and masses at q. There are no members until some are chosen.
  void place(const Vector& q);
  /// The contacts that take part, entries of g. With `tangents` their columns of T follow.
  void choose(const std::vector<Index>& members, bool tangents = false);

  [[nodiscard]] Index size() const { return size_; }  ///< columns: members and their tangents
  [[nodiscard]] auto N() const { return N_.leftCols(size_); }
  [[nodiscard]] auto V() const { return V_.leftCols(size_); }
  [[nodiscard]] auto D() const { return D_.topLeftCorner(size_, size_); }

  /// The velocity of momentum p, whether it keeps the constraints or not. Of a Lagrangian that is
  /// not quadratic in v it is an approximation.
  void velocity(const Vector& p, Vector& v) const;
  /// How an impulse dp changes the velocity, M^-1 dp, without reactions.
  void accelerate(const Vector& dp, Vector& dv) const;
  /// What the reactions leave of a velocity: v - M^-1 C (C^T M^-1 C)^+ C^T v.
  void constrain(Vector& v) { reactions_.constrain(v); }
  /// The same, and takes the reactions off the impulse that gave the velocity.
  void constrain(Vector& v, Vector& impulse) { reactions_.constrain(v, impulse); }
  /// Makes a momentum compatible with the equalities alone; their multipliers are added to xi.
  void keep_equalities(Vector& p, Vector& xi);
  /// The reactions, for what changes the rates of the constraints as well.
  [[nodiscard]] Reactions& reactions() { return reactions_; }
  /// Whether the constraints leave a member no motion along its gradient: no impulse opens it.
  [[nodiscard]] bool blocked(Index member) const;
  /// D_ii of any contact, member or not [1/kg].
  [[nodiscard]] double mobility(Index contact);

  /// Gradients G of all contacts as they stand, sparse, n x m.
  [[nodiscard]] auto gradients() const { return G_.matrix(); }
  /// The columns of T that follow the members.
  [[nodiscard]] const std::vector<Index>& tangent_columns() const { return slips_; }
  /// All columns of T, sparse; evaluated by choose() with tangents.
  [[nodiscard]] auto tangents() const { return T_.matrix(); }

 private:
  void reserve(Index columns);
  void add(const KernelMatrix& from, Index column);
  void kick(const KernelMatrix& from, Index column);
  void fill_delassus(const KernelMatrix& from, const std::vector<Index>& columns, Index first);

  ContactTable contacts_;
  Index n_;
  bool rheonomic_ = false;
  bool moves_ = false;  // without momentum: a clock, and systems of L(q, v)
  Kernel terms_, tangents_;
  KernelMatrix G_, T_, Minv_;
  Index k_;  // equalities
  Reactions reactions_;
  std::optional<Reactions> equalities_;  // where there are nonholonomic rows, too
  Vector q_, theta_, rest_, column_;
  Matrix N_, V_, D_;
  Vector free_;               // D_jj without reactions
  std::vector<Index> slips_;  // columns of T that follow the members
  Index size_ = 0;
};

}  // namespace ricochet
