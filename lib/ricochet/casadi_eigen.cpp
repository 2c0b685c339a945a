#include "ricochet/casadi_eigen.hpp"

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

}  // namespace

Kernel::Kernel(const std::string& name, const std::vector<Expr>& in, const std::vector<Expr>& out,
               bool sparse)
    : Kernel(compile(name, in, out, sparse)) {}

Kernel::Kernel(const casadi::Function& function) : function_(function) { prepare(); }

Kernel::Kernel(const Kernel& other) : function_(other.function_) { prepare(); }

Kernel::Kernel(Kernel&& other) noexcept { swap(other); }

Kernel& Kernel::operator=(Kernel other) noexcept {
  swap(other);
  return *this;
}

void Kernel::swap(Kernel& other) noexcept {
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
  if (function_.is_null()) return;
  arg_.resize(function_.sz_arg());
  res_.resize(function_.sz_res());
  iw_.resize(function_.sz_iw());
  w_.resize(function_.sz_w());
  memory_ = static_cast<int>(function_.checkout());
}

void Kernel::operator()(std::initializer_list<In> in, std::initializer_list<Out> out) {
  assert(static_cast<casadi_int>(in.size()) == function_.n_in());
  assert(static_cast<casadi_int>(out.size()) == function_.n_out());
  size_t i = 0;
  for (const In& x : in) {
    assert(x.size == function_.nnz_in(static_cast<casadi_int>(i)));
    arg_[i++] = x.data;
  }
  i = 0;
  for (const Out& y : out) {
    assert(y.size == function_.nnz_out(static_cast<casadi_int>(i)));
    res_[i++] = y.data;
  }
  function_(arg_.data(), res_.data(), iw_.data(), w_.data(), memory_);
}

Expr stack(const std::vector<Expr>& parts) {
  std::vector<Expr> present;
  for (const Expr& e : parts)
    if (given(e)) present.push_back(e);
  return present.empty() ? Expr(0, 1) : vertcat(present);
}

}  // namespace ricochet
