#pragma once

#include "ricochet/contact/coulomb/acary_cadoux.hpp"
#include "ricochet/contact/coulomb/alart_curnier.hpp"
#include "ricochet/contact/coulomb/coulomb_program.hpp"
#include "ricochet/contact/coulomb/gauss_seidel.hpp"
#include "ricochet/contact/coulomb/independent_contacts.hpp"
#include "ricochet/contact/coulomb/lemke.hpp"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace ricochet {

/// What found the impulses of a Coulomb problem, in the order in which it is tried.
enum class CoulombStage {
  none,
  open,         ///< nothing approaches
  one_contact,  ///< closed form
  program,      ///< the convex program posed to a backend
  soft_start,   ///< compliant contacts, then stiff ones
  warm_start,   ///< the impulses given by the caller
  rounds,       ///< Gauss-Seidel and Newton in turn
  facets,       ///< Lemke's method on a cone of facets
  acary_cadoux,
  support,  ///< independent contacts first
  random_start,
};
inline constexpr size_t coulomb_stages = 11;
[[nodiscard]] std::string to_string(CoulombStage stage);

/// Solves Coulomb problems by a portfolio. Each answer is judged by its certificate alone, the
/// first that passes is taken. The answer depends on the arguments only.
///
/// Impulses are often not unique. The compliance of the soft start chooses among them, whatever the
/// history and the order of the contacts: those to which contacts of that compliance tend.
///
/// A backend that is not direct gets the convex program of Acary and Cadoux. Newton's method makes
/// its answer exact. What it cannot solve goes to the portfolio, a fallback in the statistics.
class CoulombSolver {
 public:
  struct Options {
    double select = 1e-7;  ///< compliance of the soft start, relative to W_NN
    double time = 1.0;     ///< characteristic time: the certificate of the report is a length
  };
  /// most, tangents: contacts and tangents per contact, the room in the program of a backend. A
  /// problem with more contacts goes to the portfolio at once.
  CoulombSolver(const Backend& backend, Index most, Index tangents);
  CoulombSolver(const Backend& backend, Index most, Index tangents, Options options);

  /// r: the impulses, one per row of the problem; zero in rows of no contact.
  StepReport solve(const CoulombProblem& problem, Eigen::Ref<Vector> r);
  /// The same; r holds impulses to be tried if the soft start fails, such as those of the last
  /// iterate.
  StepReport solve_from(const CoulombProblem& problem, Eigen::Ref<Vector> r);
  /// The same where r are impulses of nearly the same problem, such as that of the last iterate of
  /// Newton's method around it: these are improved before anything else is tried, so that of
  /// several solutions the one next to them is found.
  StepReport solve_near(const CoulombProblem& problem, Eigen::Ref<Vector> r);

  [[nodiscard]] CoulombStage stage() const { return stage_; }
  /// After a failure, the contacts to blame: those that squeeze or jam, or the worst one.
  [[nodiscard]] const std::vector<Index>& culprits() const { return culprits_; }
  /// What the culprits of an infeasible problem do.
  [[nodiscard]] const std::string& reason() const { return reason_; }

 private:
  enum class Guess { none, last, near };
  StepReport run(const CoulombProblem& problem, Eigen::Ref<Vector> r, Guess guess);
  bool at_once();
  bool posed();
  bool portfolio(bool warm);
  bool soft_start();
  double soften(ColumnRef y, double compliance);
  bool warm_start();
  bool rounds();
  bool facets();
  bool acary_cadoux();
  bool support();
  bool random_starts();
  bool polished(ColumnRef y, int steps);
  bool certified(ConstColumnRef y);
  double judged(ConstColumnRef y);
  void sharpen();
  void explain_failure();
  bool balances(bool friction);

  Options options_;
  std::optional<CoulombProgram> program_;
  UnitProblem problem_, part_;
  GaussSeidel sweeps_;
  AlartCurnier newton_;
  AcaryCadoux outer_;
  Facets facets_;
  IndependentContacts independent_;
  const CoulombProblem* given_ = nullptr;  // during a solve
  Buffer y_, from_, start_, polished_, impulses_, best_, few_;
  double limit_ = 0.0, residual_ = 0.0;
  StepReport report_;
  CoulombStage stage_ = CoulombStage::none;
  std::vector<Index> culprits_;
  std::string reason_;
};

}  // namespace ricochet
