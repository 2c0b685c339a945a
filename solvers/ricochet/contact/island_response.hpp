#pragma once

#include "ricochet/contact/contact_islands.hpp"
#include "ricochet/contact/coulomb/buffer.hpp"
#include "ricochet/contact/coulomb/coulomb_problem.hpp"
#include "ricochet/contact/coulomb/resizing_solver.hpp"

namespace ricochet {

/// What impulses do to the velocity of an island, with the inertia K of a step (M, or M with what
/// forces add to it within h) and the reactions of the constraints C:
///
///   V = K^-1 H - K^-1 C S^+ C^T K^-1 H,   S = C^T K^-1 C,   W = H^T V
///
/// H are the gradients of the contacts that take part and, behind each, its tangents: the rows of a
/// CoulombProblem. Dependent constraints are taken in the sense of least norm. Where velocities are
/// taken at another place than impulses act, H^T and C^T are those of the rows.
///
/// Columns v, f of an island hold its coordinates, nu its constraints, r and u its rows. Storage
/// never shrinks.
class IslandResponse {
 public:
  explicit IslandResponse(const System& s);

  /// Takes an island with its constraints; no contact takes part until choose(). It views its
  /// arguments until the next call.
  void take(const Island& island, const BlockCholesky& inertia, const ContactGradients& gradients) {
    take(island, inertia, gradients, gradients);
  }
  void take(const Island& island, const BlockCholesky& inertia, const ContactGradients& impulses,
            const ContactGradients& rows);
  /// The contacts of the island. One without friction does without tangents.
  void choose(const Vector& friction);
  /// Computes what they do, V and W.
  void respond();

  [[nodiscard]] Index coordinates() const { return size(island_->coordinates); }
  [[nodiscard]] Index constraints() const { return size(island_->constraints); }
  [[nodiscard]] Index rows() const { return size(columns_); }
  [[nodiscard]] const std::vector<CoulombContact>& contacts() const { return contacts_; }
  [[nodiscard]] Eigen::Map<const Matrix> W() const { return W_.square(rows()); }

  /// Rows out of numbers per contact and per tangent of the system, and back.
  void gather(const Vector& normal, const Vector& tangential, Eigen::Ref<Vector> r) const;
  void scatter(const Eigen::Ref<const Vector>& r, Vector& normal, Vector& tangential) const;

  /// K^-1 f.
  void accelerate(Eigen::Ref<Vector> f);
  /// Takes off a velocity what the constraints forbid: v += K^-1 C nu with C^T v = 0.
  void constrain(Eigen::Ref<Vector> v, Eigen::Ref<Vector> nu);
  /// H^T v.
  void speeds(const Eigen::Ref<const Vector>& v, Eigen::Ref<Vector> u) const;
  /// v += V r; nu += the reactions.
  void push(const Eigen::Ref<const Vector>& r, Eigen::Ref<Vector> v, Eigen::Ref<Vector> nu) const;
  /// f += H r + C nu.
  void add_impulses(const Eigen::Ref<const Vector>& r, const Eigen::Ref<const Vector>& nu,
                    Eigen::Ref<Vector> f) const;

 private:
  /// A column of G, T or C.
  struct Column {
    KernelMatrix const& (ContactGradients::*of)() const = nullptr;
    Index number = 0;
  };
  template <class List>
  static Index size(const List& list) {
    return static_cast<Index>(list.size());
  }
  [[nodiscard]] Column constraint(Index i) const;
  void kick(const Column& column, Eigen::Ref<Vector> v);
  /// The row that belongs to a column, times v.
  [[nodiscard]] double product(const Column& column, const Eigen::Ref<const Vector>& v) const;
  void add(const Column& column, double factor, Eigen::Ref<Vector> f) const;
  void factor_constraints();
  void solve_constraints(Eigen::Ref<Vector> x);

  ContactTable table_;
  const Island* island_ = nullptr;
  const BlockCholesky* inertia_ = nullptr;
  const ContactGradients *impulses_ = nullptr, *row_gradients_ = nullptr;
  bool factored_ = false;     // the constraints of the island, at their first use
  std::vector<Index> place_;  // of the coordinates of the system in the island
  Vector all_;                // a column of the whole system; zero between calls
  std::vector<CoulombContact> contacts_;
  std::vector<Column> columns_;    // of H
  ResizingSolver solver_;          // of S with a diagonal of 1
  Buffer scale_, KC_, V_, N_, W_;  // K^-1 C; N: the reactions to unit impulses
};

}  // namespace ricochet
