#pragma once

#include "ricochet/linear/block_cholesky.hpp"
#include "ricochet/system.hpp"

namespace ricochet {

/// The mass matrix of a system, factored block by block.
class MassFactor {
 public:
  explicit MassFactor(const System& s);
  /// In blocks of a pattern that contains its own.
  MassFactor(const System& s, const casadi::Sparsity& pattern);

  void set_parameters(const System& s);
  [[nodiscard]] const BlockCholesky& blocks() const { return factor_; }
  /// v = M^-1 p, p = M v.
  void velocity(const Vector& p, Vector& v) const;
  void momentum(const Vector& v, Vector& p) const { p.noalias() = M_.matrix() * v; }

 private:
  Kernel kernel_;
  KernelMatrix M_;
  BlockCholesky factor_;
  std::vector<Index> all_;  // blocks
};

}  // namespace ricochet
