#include "ricochet/symbols/casadi_eigen.hpp"

#include "ricochet/native/native_code.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace ricochet {

Kernel::Kernel(const std::string& name, const std::vector<Expr>& in, const std::vector<Expr>& out,
               bool sparse)
    : Kernel(name, in, out, sparse, kernels_of_this_process()) {}

Kernel::Kernel(const std::string& name, const std::vector<Expr>& in, const std::vector<Expr>& out,
               bool sparse, Kernels how) {
  std::vector<Expr> results = out;
  for (Expr& e : results)
    if (!sparse && !e.is_dense()) e = densify(e);
  if (how == Kernels::native) code_ = native_code_of(in, results);
  if (code_)
    take_shape(in, results);
  else
    interpret({name, in, results});
}

void Kernel::take_shape(const std::vector<Expr>& in, const std::vector<Expr>& out) {
  auto shape = std::make_shared<Shape>();
  for (const Expr& e : in) shape->in.push_back(e.nnz());
  for (const Expr& e : out) shape->out.push_back(e.sparsity());
  shape_ = std::move(shape);
  prepare();
}

Kernel::Kernel(const casadi::Function& function) { interpret(function); }

void Kernel::interpret(const casadi::Function& function) {
  auto shape = std::make_shared<Shape>();
  for (casadi_int i = 0; i < function.n_in(); ++i) shape->in.push_back(function.nnz_in(i));
  for (casadi_int i = 0; i < function.n_out(); ++i) shape->out.push_back(function.sparsity_out(i));
  shape_ = std::move(shape);
  function_ = function;
  prepare();
}

Kernel::Kernel(const Kernel& other)
    : shape_(other.shape_), code_(other.code_), function_(other.function_) {
  prepare();
}

Kernel::Kernel(Kernel&& other) noexcept { swap(other); }

Kernel& Kernel::operator=(Kernel other) noexcept {
  swap(other);
  return *this;
}

void Kernel::swap(Kernel& other) noexcept {
  std::swap(shape_, other.shape_);
  std::swap(code_, other.code_);
  std::swap(function_, other.function_);
  std::swap(memory_, other.memory_);
  std::swap(arg_, other.arg_);
  std::swap(res_, other.res_);
  std::swap(iw_, other.iw_);
  std::swap(w_, other.w_);
}

Kernel::~Kernel() {
  if (memory_ >= 0) function_.release(memory_);
}

void Kernel::prepare() {
  if (code_) return w_.resize(code_->work());
  if (function_.is_null()) return;
  w_.resize(function_.sz_w());
  arg_.resize(function_.sz_arg());
  res_.resize(function_.sz_res());
  iw_.resize(function_.sz_iw());
  memory_ = static_cast<int>(function_.checkout());
}

/// Whether it has so many inputs and outputs, of these sizes.
bool Kernel::fits(std::initializer_list<In> in, std::initializer_list<Out> out) const {
  const auto of_size = [](const auto& x, Index size) { return x.size == size; };
  const auto nonzeros = [](const Out& y, const casadi::Sparsity& s) { return y.size == s.nnz(); };
  return std::equal(in.begin(), in.end(), shape_->in.begin(), shape_->in.end(), of_size) &&
         std::equal(out.begin(), out.end(), shape_->out.begin(), shape_->out.end(), nonzeros);
}

void Kernel::operator()(std::initializer_list<In> in, std::initializer_list<Out> out) {
  assert(fits(in, out));
  if (code_) return (*code_)(in.begin(), out.begin(), w_.data());
  interpret(in, out);
}

void Kernel::interpret(std::initializer_list<In> in, std::initializer_list<Out> out) {
  std::transform(in.begin(), in.end(), arg_.begin(), [](const In& x) { return x.data; });
  std::transform(out.begin(), out.end(), res_.begin(), [](const Out& y) { return y.data; });
  function_(arg_.data(), res_.data(), iw_.data(), w_.data(), memory_);
}

/// Columns are put together entry by entry: vertcat would transpose each of them twice.
Expr stack(const std::vector<Expr>& parts) {
  const auto is_column = [](const Expr& e) { return !given(e) || e.size2() == 1; };
  if (!std::all_of(parts.begin(), parts.end(), is_column)) return vertcat(parts);
  std::vector<casadi::SXElem> entries;
  std::vector<casadi_int> places;
  casadi_int rows = 0;
  for (const Expr& e : parts) {
    for (casadi_int k = 0; k < e.nnz(); ++k) {
      entries.push_back(e.nonzeros()[static_cast<size_t>(k)]);
      places.push_back(rows + e.sparsity().row(k));
    }
    rows += e.size1();
  }
  if (static_cast<casadi_int>(places.size()) == rows) return Expr(entries);
  return {casadi::Sparsity::triplet(rows, 1, places, std::vector<casadi_int>(places.size(), 0)),
          Expr(entries)};
}

}  // namespace ricochet
