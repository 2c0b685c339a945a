#pragma once

#include "ricochet/symbols/kernels.hpp"

#include <Eigen/Core>
#include <casadi/core/function.hpp>
#include <casadi/core/sx.hpp>

#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

namespace ricochet {

class NativeCode;

using Expr = casadi::SX;         ///< a symbolic scalar, vector or matrix
using Vector = Eigen::VectorXd;  ///< numbers
using Matrix = Eigen::MatrixXd;  ///< numbers, column-major as CasADi stores them
using Index = Eigen::Index;

/// Read-only numbers handed to a Kernel: a vector, part of one, or one number.
/// It points into its argument, so it must not outlive the call it is written in.
struct In {
  In(const double& number) : data(&number), size(1) {}     // NOLINT(*-explicit-*)
  In(const Vector& v) : data(v.data()), size(v.size()) {}  // NOLINT(*-explicit-*)
  In(const Matrix& v) : data(v.data()), size(v.size()) {}  // NOLINT(*-explicit-*)
  In(const Eigen::VectorBlock<Vector>& v)
      : data(v.data()), size(v.size()) {}  // NOLINT(*-explicit-*)
  In(const Eigen::VectorBlock<const Vector>& v)
      : data(v.data()), size(v.size()) {}  // NOLINT(*-explicit-*)
  In(const std::vector<double>& v)
      : data(v.data()), size(static_cast<Index>(v.size())) {}  // NOLINT(*-explicit-*)

  const double* data;
  Index size;
};

/// Where a Kernel writes one output; the storage has its final size already.
struct Out {
  Out(double& number) : data(&number), size(1) {}                        // NOLINT(*-explicit-*)
  Out(Vector& v) : data(v.data()), size(v.size()) {}                     // NOLINT(*-explicit-*)
  Out(Matrix& v) : data(v.data()), size(v.size()) {}                     // NOLINT(*-explicit-*)
  Out(Eigen::VectorBlock<Vector> v) : data(v.data()), size(v.size()) {}  // NOLINT(*-explicit-*)
  Out(std::vector<double>& v)
      : data(v.data()), size(static_cast<Index>(v.size())) {}  // NOLINT(*-explicit-*)

  double* data;
  Index size;
};

/// Compiled expressions with their own work memory: the only bridge between CasADi and Eigen.
/// Evaluation runs machine code or CasADi's virtual machine, and allocates nothing. A copy shares
/// what is compiled and gets work memory of its own, so one Kernel serves one thread.
class Kernel {
 public:
  Kernel() = default;
  /// Compiles out(in). Outputs are stored dense unless `sparse` is set; then only their
  /// structural nonzeros are written, in the order of sparsity_out().
  Kernel(const std::string& name, const std::vector<Expr>& in, const std::vector<Expr>& out,
         bool sparse = false);
  Kernel(const std::string& name, const std::vector<Expr>& in, const std::vector<Expr>& out,
         bool sparse, Kernels how);
  /// Interprets a function; its outputs are those of the function.
  explicit Kernel(const casadi::Function& function);
  Kernel(const Kernel& other);
  Kernel(Kernel&& other) noexcept;
  Kernel& operator=(Kernel other) noexcept;
  ~Kernel();

  void operator()(std::initializer_list<In> in, std::initializer_list<Out> out);

  [[nodiscard]] Index size_in(size_t i) const { return shape_->in[i]; }
  [[nodiscard]] const casadi::Sparsity& sparsity_out(size_t i) const { return shape_->out[i]; }
  /// What it computes by: native code is not to be had for every processor and every operation.
  [[nodiscard]] Kernels how() const { return code_ ? Kernels::native : Kernels::interpreted; }

 private:
  struct Shape {
    std::vector<Index> in;  // numbers
    std::vector<casadi::Sparsity> out;
  };
  void take_shape(const std::vector<Expr>& in, const std::vector<Expr>& out);
  void interpret(const casadi::Function& function);
  void prepare();
  void interpret(std::initializer_list<In> in, std::initializer_list<Out> out);
  void swap(Kernel& other) noexcept;
  [[nodiscard]] bool fits(std::initializer_list<In> in, std::initializer_list<Out> out) const;

  std::shared_ptr<const Shape> shape_;
  std::shared_ptr<const NativeCode> code_;
  casadi::Function function_;  // what the virtual machine evaluates; null if there is code
  int memory_ = -1;            // CasADi's handle for its virtual machine; -1: none
  std::vector<const double*> arg_;
  std::vector<double*> res_;
  std::vector<casadi_int> iw_;
  std::vector<double> w_;
};

/// Column of the given expressions; members that were not given (0 x 0) vanish.
[[nodiscard]] Expr stack(const std::vector<Expr>& parts);

/// d rows / d x for columns of expressions and of symbols, sparse. Every one of many rows is
/// differentiated backwards by itself: the work is the sum of the sizes of the rows, however many
/// symbols they contain together. Up to 64 rows it is CasADi's jacobian.
[[nodiscard]] Expr sparse_jacobian(const Expr& rows, const Expr& x);

/// True if an optional member of a specification was given.
[[nodiscard]] inline bool given(const Expr& e) { return !e.is_empty(true); }

}  // namespace ricochet
