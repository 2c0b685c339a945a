#include "ricochet/derivatives/located_chain.hpp"

/// The impacts of a step.
namespace ricochet {

void LocatedChain::keep_energy(const Expr& at_start) {
  rows_.push_back(s_.length() * (at_start - energy_) / (dot(p_, rates(p_)) + 1e-300));
}

void LocatedChain::strike(const Strike& impact, Index hit, const Contacts& behind) {
  if (!s_.specification().omega.empty()) settle();
  speeds_.push_back(-dot(columns(s_.G(q_), {hit}), rates(p_)));
  if (impact.rule == Strike::Rule::energy)
    mirror(impact.pushed);
  else if (impact.rule == Strike::Rule::share)
    share(impact, behind);
  else
    reflect(impact);
}

/// Pass by pass.
void LocatedChain::reflect(const Strike& reflection) {
  push(reflection.pushed, reflection);
  for (const Contacts& pass : reflection.then) push(pass, reflection);
}

/// Its passes once more without unknowns: contacts rest or not by the momentum behind it.
void LocatedChain::begin_with(const Strike& reflection) {
  const Expr F = s_.F(q_);
  std::vector<Contacts> passes{reflection.pushed};
  passes.insert(passes.end(), reflection.then.begin(), reflection.then.end());
  for (const Contacts& pass : passes) {
    const Expr G = columns(s_.G(q_), pass.closed), C = horzcat(G, F);
    const Expr turned = vertcat(2.0 * mtimes(G.T(), rates(held_back_)), Expr::zeros(F.size2()));
    held_back_ -= mtimes(C, Expr::solve(mtimes(C.T(), velocity_of(s_, q_, C)), turned));
  }
  times_.emplace_back(0.0);
  speeds_.push_back(-dot(columns(s_.G(q_), {reflection.pushed.closed.front()}), rates(p_)));
  reflect(reflection);
}

/// A momentum is known up to multiples of nonholonomic rows: the one whose velocity keeps them.
void LocatedChain::settle() {
  const Expr C = reactions();
  p_ += react(C);
  stop(C, p_);
}

/// sigma times the impulse that stops the approach; sigma is left to the flight behind it.
void LocatedChain::mirror(const Contacts& set) {
  const Expr C = reactions(), G = columns(s_.G(q_), set.closed);
  const bool one = set.closed.size() == 1;
  const Expr pushes = mtimes(G, unknown("lambda", set.closed.size())), impulse = pushes + react(C);
  if (!one) stop(G, p_ + impulse);
  p_ += one ? impulse : unknown("sigma", 1) * impulse;
  stop(C, p_);
  keeps_energy_ = true;
}

/// sigma is that of a flight which is not flown: it would take the rest of the step.
void LocatedChain::share(const Strike& impact, const Contacts& behind) {
  const Expr C = reactions(), G = columns(s_.G(q_), impact.pushed.closed), before = p_;
  const Expr pushes = mtimes(G, unknown("lambda", impact.pushed.closed.size())),
             impulse = pushes + react(C);
  stop(G, before + impulse);
  stop(C, before + impulse);
  const Expr sigma = unknown("sigma", 1);
  p_ = before + sigma * impulse;
  const size_t first = z_.size();
  const Expr tau = motion({.during = behind},
                          flight_problem(s_, d_, {.holding = !behind.closed.empty()}, false));
  keep_energy(energy_at_start(s_, d_, q_, z_[first], t_, tau));
  p_ = before + 0.5 * (1.0 + restitution(impact.restitution)) * sigma * impulse;
}

/// A law of the momentum: with restitution, and friction against the slip or its rebound.
void LocatedChain::push(const Contacts& set, const Strike& impact) {
  const std::vector<Index> rubs = rubbed(s_.contacts(), set, false);
  const Expr C = reactions(), G = columns(s_.G(q_), set.closed), T = s_.T(q_), before = rates(p_);
  const Expr e = impact.rule == Strike::Rule::rest     ? Expr(0.0)
                 : impact.rule == Strike::Rule::mirror ? Expr(1.0)
                                                       : restitution(impact.restitution);
  const Expr e_t = way_.slips_rebound ? e : Expr(0.0);
  const Expr r = unknown("lambda", set.closed.size()), rho = unknown("rho", rubs.size());
  const Expr press = spread(r, set.closed, s_.m());
  p_ += mtimes(G, r);
  if (!rubs.empty()) p_ += mtimes(columns(T, rubs), rho);
  for (const Rubbing& each : set.rubbing)
    if (each.side != 0)
      p_ += columns(T, {s_.contacts().tangents_of(each.entry).first}) *
            (each.side * friction(each.entry) * press(each.entry));
  p_ += react(C);
  const Expr after = rates(p_), slips = mtimes(T.T(), after + e_t * before);
  rows_.push_back(time() * mtimes(G.T(), after + e * before));
  if (!set.stuck.empty())
    rows_.push_back(time() * slips(std::vector<casadi_int>(set.stuck.begin(), set.stuck.end())));
  auto next = static_cast<casadi_int>(set.stuck.size());
  for (const Rubbing& each : set.rubbing) {
    if (each.side != 0) continue;
    const auto [first, last] = s_.contacts().tangents_of(each.entry);
    const Expr slip =
        slips(casadi::Slice(static_cast<casadi_int>(first), static_cast<casadi_int>(last)));
    const Expr rub = rho(casadi::Slice(next, next + slip.size1()));
    next += slip.size1();
    rows_.push_back(time() *
                    (rub * norm_2(slip) + friction(each.entry) * press(each.entry) * slip) /
                    press(each.entry));
  }
  stop(C, p_);
}

}  // namespace ricochet
