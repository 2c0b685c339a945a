#include "ricochet/symbols/casadi_eigen.hpp"

#include "ricochet/native/native_code.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace ricochet {
namespace {

casadi::Function compile(const std::string& name, const std::vector<Expr>& in,
                         const std::vector<Expr>& out, bool sparse) {
  if (sparse) return {name, in, out};
  std::vector<Expr> dense;
  dense.reserve(out.size());
  for (const Expr& e : out) dense.push_back(densify(e));
  return {name, in, dense};
}

/// Whether a function has so many inputs and outputs, of these sizes.
[[maybe_unused]] bool fits(const casadi::Function& f, std::initializer_list<In> in,
                           std::initializer_list<Out> out) {
  casadi_int i = 0, o = 0;
  return static_cast<casadi_int>(in.size()) == f.n_in() &&
         static_cast<casadi_int>(out.size()) == f.n_out() &&
         std::all_of(in.begin(), in.end(), [&](const In& x) { return x.size == f.nnz_in(i++); }) &&
         std::all_of(out.begin(), out.end(),
                     [&](const Out& y) { return y.size == f.nnz_out(o++); });
}

}  // namespace

Kernel::Kernel(const std::string& name, const std::vector<Expr>& in, const std::vector<Expr>& out,
               bool sparse)
    : Kernel(compile(name, in, out, sparse)) {}

Kernel::Kernel(const casadi::Function& function) : Kernel(function, kernels_of_this_process()) {}

Kernel::Kernel(const casadi::Function& function, Kernels how) : function_(function) {
  if (how == Kernels::native && !function.is_null()) code_ = native_code_of(function);
  prepare();
}

Kernel::Kernel(const Kernel& other) : function_(other.function_), code_(other.code_) { prepare(); }

Kernel::Kernel(Kernel&& other) noexcept { swap(other); }

Kernel& Kernel::operator=(Kernel other) noexcept {
  swap(other);
  return *this;
}

void Kernel::swap(Kernel& other) noexcept {
  std::swap(function_, other.function_);
  std::swap(code_, other.code_);
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
  if (function_.is_null()) return;
  w_.resize(code_ ? code_->work() : function_.sz_w());
  if (code_) return;
  arg_.resize(function_.sz_arg());
  res_.resize(function_.sz_res());
  iw_.resize(function_.sz_iw());
  memory_ = static_cast<int>(function_.checkout());
}

void Kernel::operator()(std::initializer_list<In> in, std::initializer_list<Out> out) {
  assert(fits(function_, in, out));
  if (code_) return (*code_)(in.begin(), out.begin(), w_.data());
  interpret(in, out);
}

void Kernel::interpret(std::initializer_list<In> in, std::initializer_list<Out> out) {
  std::transform(in.begin(), in.end(), arg_.begin(), [](const In& x) { return x.data; });
  std::transform(out.begin(), out.end(), res_.begin(), [](const Out& y) { return y.data; });
  function_(arg_.data(), res_.data(), iw_.data(), w_.data(), memory_);
}

Expr stack(const std::vector<Expr>& parts) {
  std::vector<Expr> present;
  for (const Expr& e : parts)
    if (given(e)) present.push_back(e);
  return present.empty() ? Expr(0, 1) : vertcat(present);
}

}  // namespace ricochet
