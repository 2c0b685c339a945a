#include "ricochet/step_call.hpp"

#include <algorithm>
#include <cassert>

namespace ricochet {
namespace {

/// The rows that have multipliers, in the order of these behind the unknowns.
Layout constraints_of(const StepProblem& problem) {
  Layout rows;
  if (!problem.minimises()) return rows;
  for (const Column* column : {&problem.inequalities, &problem.equalities})
    for (const Layout::Part& part : column->layout().parts()) rows.add(part);
  return rows;
}

}  // namespace

StepCall::StepCall(const Backend& backend, const StepProblem& problem)
    : columns_(std::make_shared<const Columns>(Columns{.parameters = problem.parameters.layout(),
                                                       .unknowns = problem.unknowns.layout(),
                                                       .multipliers = constraints_of(problem)})),
      solver_(backend.prepare(problem)),
      parameters_(Vector::Zero(problem.parameters.size())),
      guess_(Vector::Zero(columns_->unknowns.size() + columns_->multipliers.size())) {
  solution_.z = guess_;
  const Index pairs = problem.minimises() ? problem.inequalities.size() : problem.pair_count();
  solution_.active.resize(static_cast<size_t>(pairs));
  solution_.weak = solution_.active;
}

StepCall::StepCall(const StepCall& o)
    : columns_(o.columns_),
      solver_(o.solver_ ? o.solver_->clone() : nullptr),
      parameters_(o.parameters_),
      guess_(o.guess_),
      solution_(o.solution_) {}

Given StepCall::given(const std::string& name) const { return {columns_->parameters.slot(name)}; }

Sought StepCall::sought(const std::string& name) const { return {columns_->unknowns.slot(name)}; }

Sought StepCall::multipliers_of(const std::string& name) const {
  Slot slot = columns_->multipliers.slot(name);
  slot.offset += columns_->unknowns.size();
  return {slot};
}

void StepCall::set(Given block, In value) {
  assert(value.size == block.size);
  std::copy_n(value.data, block.size, parameters_.data() + block.offset);
}

void StepCall::start(Sought block, In value) {
  assert(value.size == block.size);
  std::copy_n(value.data, block.size, guess_.data() + block.offset);
}

StepReport StepCall::solve(const Vector& hint) {
  return solver_->solve(parameters_, guess_, hint, solution_);
}

StepReport StepCall::solve() { return solve(no_hint_); }

}  // namespace ricochet
