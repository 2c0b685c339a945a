#include "ricochet/linear/compiled_elimination.hpp"

#include <limits>
#include <unordered_map>
#include <utility>

namespace ricochet {
namespace {

using Number = casadi::SXElem;
using Numbers = std::vector<Number>;

constexpr double weak_pivot = 1e-6;  // of the sizes that were added up in its row
constexpr Index most_unknowns = 48;
constexpr std::size_t most_products = 1500;  // of a factorisation

/// The plan for numbers that are not zero wherever the pattern has an entry.
EliminationPlan plan_for(const SymbolicSystem& system) {
  KernelMatrix pattern(system.matrix.sparsity());
  pattern.values().setOnes();
  std::vector<PickedRow> rows;
  for (const Partner& partner : system.partners)
    rows.push_back({.from = &pattern,
                    .row = static_cast<Index>(rows.size()),
                    .partner = partner.unknown,
                    .late = partner.late});
  EliminationPlan plan = EliminationPlanner(pattern.rows()).plan_for(rows);
  plan.rows.clear();
  return plan;
}

std::size_t products(const EliminationPlan& plan) {
  std::size_t sum = 0;
  for (std::size_t k = 0; k < plan.row.size(); ++k)
    for (std::size_t e = plan.begin[k]; e < plan.upper[k]; ++e) {
      const std::size_t j = plan.entries[e];
      sum += 1 + plan.begin[j + 1] - plan.upper[j];
    }
  return sum;
}

Number size_of(const Number& x) { return Number::unary(casadi::OP_FABS, x); }

Number less(const Number& x, const Number& y) { return Number::binary(casadi::OP_LT, x, y); }

/// The factorisation of StaticElimination, operation by operation.
struct Factors {
  Factors(const EliminationPlan& plan, const SymbolicSystem& system)
      : plan_(plan), values(plan.entries.size()) {
    collect_rows(system.matrix);
    for (const std::uint32_t column : plan.column) scale.push_back(system.column_scale->at(column));
    work_.resize(plan.row.size(), Number(0));
    for (std::size_t k = 0; k < plan.row.size(); ++k) eliminate(k);
  }

 private:
  struct Entry {
    std::uint32_t place;
    Number value;
  };
  void collect_rows(const Expr& matrix);
  void eliminate(std::size_t k);
  Number load(std::size_t k);
  Number subtract_earlier(std::size_t k);

  const EliminationPlan& plan_;
  std::vector<std::vector<Entry>> rows_;  // of the matrix
  Numbers work_, sizes_;                  // sizes_: sums of |U|

 public:
  Numbers values, inverse, scale;  // as StaticElimination has them
  Number strong = Number(1);       // 1 if all pivots are
};

void Factors::collect_rows(const Expr& matrix) {
  std::vector<casadi_int> row, column;
  matrix.sparsity().get_triplet(row, column);
  rows_.resize(plan_.row.size());
  for (std::size_t i = 0; i < row.size(); ++i)
    rows_[static_cast<std::size_t>(row[i])].push_back(
        {plan_.place[static_cast<std::size_t>(column[i])], matrix.nonzeros()[i]});
}

void Factors::eliminate(std::size_t k) {
  Number added_up = load(k);
  added_up += subtract_earlier(k);
  const Number pivot = std::exchange(work_[k], Number(0));
  Number sum = size_of(pivot);
  strong *= less(weak_pivot * added_up, sum);
  if (plan_.alone[plan_.row[k]] != 0)
    strong *= less(weak_pivot, sum) * less(sum, std::numeric_limits<double>::max());
  for (std::size_t e = plan_.upper[k]; e < plan_.begin[k + 1]; ++e) {
    values[e] = std::exchange(work_[plan_.entries[e]], Number(0));
    sum += size_of(values[e]);
  }
  inverse.push_back(1.0 / pivot);
  sizes_.push_back(sum);
}

/// Returns the sum of sizes.
Number Factors::load(std::size_t k) {
  Number sum(0);
  for (const auto& [place, value] : rows_[plan_.row[k]]) {
    work_[place] = value * scale[place];
    sum += size_of(work_[place]);
  }
  return sum;
}

/// Rows of U times entries of L. Returns the sum of the sizes of what was subtracted.
Number Factors::subtract_earlier(std::size_t k) {
  Number sum(0);
  for (std::size_t e = plan_.begin[k]; e < plan_.upper[k]; ++e) {
    const std::size_t j = plan_.entries[e];
    const Number multiplier = values[e] = std::exchange(work_[j], Number(0)) * inverse[j];
    const std::size_t from = plan_.upper[j], to = plan_.begin[j + 1];
    if (from == to) continue;
    sum += size_of(multiplier) * sizes_[j];
    for (std::size_t i = from; i < to; ++i) work_[plan_.entries[i]] -= multiplier * values[i];
  }
  return sum;
}

/// What one kernel hands to another: every number once, and constants not at all.
class Handed {
 public:
  /// How the other kernel reads it.
  Number operator()(const Number& x) {
    if (x.is_constant()) return x;
    const auto [found, is_new] = places_.emplace(x.get(), given_.size());
    if (is_new) {
      given_.push_back(x);
      taken_.push_back(Number::sym("handed"));
    }
    return taken_[found->second];
  }
  [[nodiscard]] Expr given() const { return column(given_); }
  [[nodiscard]] Expr taken() const { return column(taken_); }

  [[nodiscard]] static Expr column(const Numbers& x) { return x.empty() ? Expr(0, 1) : Expr(x); }

 private:
  std::unordered_map<const casadi::SXNode*, std::size_t> places_;
  Numbers given_, taken_;
};

/// x with A x = b by the factors, as StaticElimination finds it.
Expr solution(const EliminationPlan& plan, const Factors& A, const Expr& b, Handed& handed) {
  const std::size_t size = plan.row.size();
  Numbers work(size), x(size);
  for (std::size_t k = 0; k < size; ++k) {
    work[k] = b->at(plan.row[k]);
    for (std::size_t e = plan.begin[k]; e < plan.upper[k]; ++e)
      work[k] -= handed(A.values[e]) * work[plan.entries[e]];
  }
  for (std::size_t k = size; k-- > 0;) {
    for (std::size_t e = plan.upper[k]; e < plan.begin[k + 1]; ++e)
      work[k] -= handed(A.values[e]) * work[plan.entries[e]];
    work[k] = work[k] * handed(A.inverse[k]);
  }
  for (std::size_t k = 0; k < size; ++k) x[plan.column[k]] = work[k] * handed(A.scale[k]);
  return Handed::column(x);
}

}  // namespace

std::optional<CompiledElimination> CompiledElimination::of(const SymbolicSystem& system) {
  if (system.matrix.size1() > most_unknowns) return std::nullopt;
  const EliminationPlan plan = plan_for(system);
  if (products(plan) > most_products) return std::nullopt;
  return CompiledElimination(system, plan);
}

CompiledElimination::CompiledElimination(const SymbolicSystem& system, const EliminationPlan& plan)
    : column_scale_(system.column_scale.size1()) {
  const Factors factors(plan, system);
  const Expr first = Expr::sym("b", system.first);
  const Expr last = Expr::sym("b", static_cast<casadi_int>(plan.row.size()) - system.first);
  Handed handed;
  const Expr x = solution(plan, factors, vertcat(first, last), handed);
  factor_ =
      Kernel("factor", system.arguments, {handed.given(), factors.strong, system.column_scale});
  solve_ = Kernel("solve", {handed.taken(), first, last}, {x});
  factors_.resize(handed.given().size1());
}

bool CompiledElimination::factor(std::initializer_list<In> arguments) {
  double strong = 0.0;
  factor_(arguments, {factors_, strong, column_scale_});
  return strong != 0.0;
}

}  // namespace ricochet
