#pragma once

#include "ricochet/derivatives/located_kernel.hpp"
#include "ricochet/flight/flight_problems.hpp"
#include "ricochet/flight/flight_quantities.hpp"

#include <vector>

namespace ricochet {

/// Columns of a matrix.
[[nodiscard]] Expr columns(const Expr& matrix, const std::vector<Index>& which);
/// A column with these entries, and 0 elsewhere.
[[nodiscard]] Expr spread(const Expr& entries, const std::vector<Index>& places, Index size);

/// Writes a step flight by flight, as a function of its start.
class LocatedChain {
 public:
  LocatedChain(const System& s, const Discretization& d, const LocatedWay& way)
      : s_(s),
        d_(d),
        way_(way),
        turn_(way.backwards ? -1.0 : 1.0),
        x_(Expr::sym("x", 2 * s.n())),
        h_(Expr::sym("h")),
        q_(vertsplit(x_, s.n())[0]),
        p_(turn_ * vertsplit(x_, s.n())[1]),
        start_(Expr::sym("t")),
        t_(turn_ * start_),
        rest_(h_),
        held_back_(p_) {}

  void begin_with(const StepSequence::Impact& reflection);
  void rest_on(const std::vector<Index>& resting);
  void fly(const StepSequence::Flight& flight);
  /// behind: the contacts of the flight behind it.
  void strike(const StepSequence::Impact& impact, Index hit, const StepSequence::Contacts& behind);
  [[nodiscard]] StepKernel kernel() const;

 private:
  using Strike = StepSequence::Impact;
  using Contacts = StepSequence::Contacts;
  using Rubbing = StepSequence::Rubbing;
  [[nodiscard]] double time() const { return s_.specification().time; }
  [[nodiscard]] Expr rates(const Expr& p) const { return launch_velocity(s_, q_, p); }
  [[nodiscard]] Expr friction(Index entry) const {
    return s_.contact_parameters()(1, s_.contacts().row(entry));
  }
  [[nodiscard]] Expr restitution(Index entry) const {
    return s_.contact_parameters()(0, s_.contacts().row(entry));
  }
  /// Gradients of the equalities and the nonholonomic rows.
  [[nodiscard]] Expr reactions() const { return horzcat(s_.F(q_), s_.omega(q_).T()); }
  /// The impulse of these reactions.
  Expr react(const Expr& C) { return mtimes(C, unknown("zeta", static_cast<size_t>(C.size2()))); }
  [[nodiscard]] Expr sides(const Contacts& set) const;
  Expr motion(const StepSequence::Flight& flight, const StepProblem& problem);
  void land(const Contacts& set, const Expr& slip);
  void settle();
  void reflect(const Strike& reflection);
  void push(const Contacts& set, const Strike& impact);
  void mirror(const Contacts& set);
  void share(const Strike& impact, const Contacts& behind);
  void keep_energy(const Expr& at_start);
  void stop(const Expr& gradients, const Expr& p) {
    if (gradients.size2() > 0) rows_.push_back(time() * mtimes(gradients.T(), rates(p)));
  }
  Expr unknown(const char* name, size_t size) {
    return z_.emplace_back(Expr::sym(name, static_cast<casadi_int>(size)));
  }

  const System& s_;
  const Discretization& d_;
  LocatedWay way_;
  double turn_;
  Expr x_, h_, q_, p_, start_, t_;  // q, p, t: where the next flight begins
  Expr rest_;                       // time that is left
  Expr held_back_;                  // p at the start of the first flight, as a function of x
  Expr energy_;                     // E_d of the last flight
  bool keeps_energy_ = false;       // the next one has to
  std::vector<Expr> z_, rows_, times_, speeds_, kept_;
};

}  // namespace ricochet
