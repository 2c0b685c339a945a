#include "ricochet/derivatives/sequence_derivatives.hpp"

#include "ricochet/symbols/symbolics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace ricochet {
namespace {

/// A column with rows of zeros below.
Expr padded(const Expr& rows, casadi_int size) {
  return densify(vertcat(rows, Expr(size - rows.size1(), rows.size2())));
}

/// dz/dw of R(w, z) = 0.
Expr implicit_derivative(const Expr& R, const Expr& z, const Expr& w) {
  return -Expr::solve(jacobian(R, z), jacobian(R, w));
}

/// dy/dw with z as a function of w.
Expr total_derivative(const Expr& y, const Expr& z, const Expr& w, const Expr& dz) {
  return densify(jacobian(y, w) + mtimes(jacobian(y, z), dz));
}

}  // namespace

SequenceDerivatives::SequenceDerivatives(FrozenSteps steps, StepInputs inputs, int order)
    : steps_(std::move(steps)),
      inputs_(std::move(inputs)),
      order_(order),
      zeros_(Vector::Zero(std::max({inputs_.sizes.x, inputs_.sizes.theta, inputs_.sizes.z}))) {
  if (order <= 2)
    numbers_ = std::make_unique<SequenceNumbers>(
        steps_, inputs_, order == 1 ? FrozenStep::Order::first : FrozenStep::Order::second);
  construct("derivative_" + std::to_string(order) + "_of_steps");
  function_ = *this;
}

/// Of the derivative of this order: its columns belong to w.
casadi_int SequenceDerivatives::rows(casadi_int o) const {
  casadi_int rows = inputs_.sizes.rows(o);
  for (int i = 1; i < order_; ++i) rows *= inputs_.sizes.inputs();
  return rows;
}

casadi::Sparsity SequenceDerivatives::get_sparsity_in(casadi_int i) {
  const casadi_int size = i < 3 ? inputs_.sizes.in(i) : i == 3 ? inputs_.sizes.z : 2;
  return casadi::Sparsity::dense(size, 1);
}

casadi::Sparsity SequenceDerivatives::get_sparsity_out(casadi_int i) {
  return casadi::Sparsity::dense(rows(i), inputs_.sizes.inputs());
}

/// CasADi may leave out inputs that are 0.
int SequenceDerivatives::eval_buffer(const double** arg, const std::vector<casadi_int>& /*sizes*/,
                                     double** res, const std::vector<casadi_int>& /*sizes*/) const {
  const double label = arg[4] ? arg[4][0] : 0.0, t = arg[4] ? arg[4][1] : 0.0;
  if (!numbers_) return interpret(arg, label, res);
  const auto input = [&](int i) { return arg[i] ? arg[i] : zeros_.data(); };
  (*numbers_)(
      {.x = input(0), .theta = input(1), .h = input(2), .z = input(3), .label = label, .t = t},
      res[0], res[1]);
  return 0;
}

int SequenceDerivatives::interpret(const double** arg, double label, double** res) const {
  const casadi::Function* const f = of(label);
  for (casadi_int o = 0; !f && o < 2; ++o)
    if (res[o])
      std::fill_n(res[o], rows(o) * inputs_.sizes.inputs(),
                  std::numeric_limits<double>::quiet_NaN());
  if (!f) return 0;
  std::vector<const double*> in(f->sz_arg());
  std::vector<double*> out(f->sz_res());
  std::vector<casadi_int> iw(f->sz_iw());
  std::vector<double> w(f->sz_w());
  std::copy_n(arg, 4, in.begin());
  in[4] = arg[4] ? arg[4] + 1 : nullptr;
  std::copy_n(res, 2, out.begin());
  const auto memory = static_cast<int>(f->checkout());
  const int failed = (*f)(in.data(), out.data(), iw.data(), w.data(), memory);
  f->release(memory);
  return failed;
}

const casadi::Function* SequenceDerivatives::of(double label) const {
  if (std::isnan(label)) return nullptr;  // of a step that failed
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto found = by_label_.find(label);
    if (found != by_label_.end()) return &found->second;
  }
  const StepKernel* const kernel = steps_.kernel(label);
  if (!kernel) return nullptr;
  const SymbolicsLock symbolics = lock_symbolics();
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = by_label_.find(label);
  if (found != by_label_.end()) return &found->second;
  return &by_label_.emplace(label, written(*kernel)).first->second;
}

casadi::Function SequenceDerivatives::written(const StepKernel& k) const {
  const StepSizes& sizes = inputs_.sizes;
  const Expr theta = Expr::sym("theta", sizes.theta), w = vertcat(k.x, theta, k.h);
  Expr all = casadi::DM(std::vector<double>(inputs_.all.begin(), inputs_.all.end()));
  for (size_t i = 0; i < inputs_.varied.size(); ++i)
    all(static_cast<casadi_int>(inputs_.varied[i])) = theta(static_cast<casadi_int>(i));
  const auto of = [&](const Expr& e) { return substitute(e, k.theta, all); };
  const Expr R = of(k.residual);
  const Expr dz = implicit_derivative(R, k.z, w);
  const Expr times =
      vertcat(of(k.times), repmat(sizes.late * k.h, sizes.impacts - k.times.size1()));
  Expr end = vertcat(of(k.end), times), z = padded(k.z, sizes.z);
  for (int i = 0; i < order_; ++i) {
    end = total_derivative(vec(end), k.z, w, dz);
    z = total_derivative(vec(z), k.z, w, dz);
  }
  return {"derivative", {k.x, theta, k.h, k.z, k.t}, {end, z}};
}

casadi::Function SequenceDerivatives::get_jacobian(const std::string& name,
                                                   const std::vector<std::string>& inames,
                                                   const std::vector<std::string>& onames,
                                                   const casadi::Dict& opts) const {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!next_) next_ = std::make_unique<SequenceDerivatives>(steps_, inputs_, order_ + 1);
  }
  const StepSizes& sizes = inputs_.sizes;
  std::vector<casadi::MX> in;
  for (casadi_int i = 0; i < 5; ++i)
    in.push_back(casadi::MX::sym(inames[static_cast<size_t>(i)], sparsity_in(i)));
  for (casadi_int o = 0; o < 2; ++o)
    in.push_back(casadi::MX::sym(inames[static_cast<size_t>(5 + o)], sparsity_out(o)));
  std::vector<casadi::MX> blocks;
  for (const casadi::MX& D :
       next_->function()(std::vector<casadi::MX>(in.begin(), in.begin() + 5))) {
    for (const casadi::MX& block : horzsplit(D, sizes.columns())) blocks.push_back(block);
    blocks.emplace_back(D.size1(), sizes.z);
    blocks.emplace_back(D.size1(), 2);
  }
  return {name, in, blocks, inames, onames, opts};
}

}  // namespace ricochet
