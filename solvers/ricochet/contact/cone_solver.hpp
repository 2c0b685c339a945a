#pragma once

#include "ricochet/contact/cone_program.hpp"
#include "ricochet/contact/support_factor.hpp"
#include "ricochet/step_solver.hpp"
#include "ricochet/system.hpp"

#include <optional>
#include <vector>

namespace ricochet {

/// The cone problem of contacts that are met together: impulses y of the members with
///
///   0 <= y _|_ D y + b >= 0
///
/// for the Delassus matrix D = N^T A N, as of a ContactOperator. With b = N^T A p the impulses stop
/// the approach; with b = 2 N^T A p they are those of [KP12] (A.1) and reflect,
///
///   min 1/2 dp^T A dp   subject to   N^T A (2p + dp) >= 0,   dp = N y.
///
/// There always is a solution: dp is unique, y where the columns of N are independent.
///
/// Which rows of D y + b vanish, the tight ones, is found here by the active set method of
/// nonnegative least squares, or by a backend to which the problem is posed. The answer follows
/// from the tight rows alone, by the least norm where they depend on each other, so that it has
/// the same bits whoever found them. It is certified by its complementarity.
class ConeSolver {
 public:
  ConeSolver(const System& s, const Backend& backend);

  /// b, on and y have an entry per row of D; where `on` is 0 a member takes no part and y = 0.
  StepReport solve(const Eigen::Ref<const Matrix>& D, const Eigen::Ref<const Vector>& b,
                   const Eigen::Ref<const Vector>& on, Eigen::Ref<Vector> y);

  /// True if some velocity opens all members where `on` is not 0: if the hull of their unit
  /// normals, in the metric of D, keeps away from the origin.
  bool has_interior(const Eigen::Ref<const Matrix>& D, const Eigen::Ref<const Vector>& on);

 private:
  enum class Place : unsigned char { outside, support, refused };
  static size_t at(Index i) { return static_cast<size_t>(i); }
  void gather(const Eigen::Ref<const Matrix>& D, const Eigen::Ref<const Vector>& on);
  void reserve(Index size);
  [[nodiscard]] bool stops_alone(StepReport& report);
  void conclude(StepReport& report);
  bool search(const std::vector<Index>& among, SolverStatistics& statistics);
  [[nodiscard]] Index most_violated(const std::vector<Index>& among) const;
  bool join(Index member);
  void aim();
  void balance(SolverStatistics& statistics);
  bool advance();
  bool settle(SolverStatistics& statistics);
  void update_rows();
  [[nodiscard]] Certificate certify() const;

  double length_, time_;
  std::optional<ConeProgram> program_;  // of a backend to which problems are posed
  // The members that take part, scaled to a unit diagonal: 0 <= z _|_ A z + c >= 0 with
  // z_i = root_i y_i. Both z_i and row i, times unit_i, are lengths in lengths of the system.
  std::vector<Index> taken_, all_;  // their places in y; 0, 1, 2, ...
  Matrix A_;
  Vector root_, unit_, c_, z_, rows_, trial_;
  SupportFactor factor_;
  std::vector<Place> place_;
  std::vector<Index> chosen_, order_;
};

}  // namespace ricochet
