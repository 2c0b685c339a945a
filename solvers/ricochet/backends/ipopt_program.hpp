#pragma once

#include "ricochet/backends/nlp.hpp"

#include <memory>
#include <string>

namespace ricochet {

struct NlpKernels;

enum class LinearSolver { automatic, dense, mumps };  ///< automatic: dense up to 100 rows

struct IpoptOptions {
  double tolerance = 1e-11;  ///< of all four termination tests; the crossover goes further
  int max_iterations = 100;
  int print_level = 0;  ///< IPOPT's own output on stdout, 0 to 12
  LinearSolver linear_solver = LinearSolver::automatic;
  std::string sparse_solver = "mumps";  ///< beyond the dense one; others are plug-ins of IPOPT
};

/// How IPOPT ended, as a hint for what to try next; the certificate decides.
enum class IpoptEnd {
  solved,
  infeasible,
  iteration_limit,
  not_finite,
  stalled,      ///< diverging, steps too small, no way back to the constraints
  unavailable,  ///< the linear solver asked for cannot be loaded
  failed,       ///< out of memory, an error of its own
};

/// One nonlinear program kept ready inside one IPOPT application: derivatives from CasADi, storage
/// allocated once, re-optimization with unchanged structure, options read once.
class IpoptProgram {
 public:
  IpoptProgram(const Nlp& nlp, const IpoptOptions& options);
  IpoptProgram(const IpoptProgram& other);  ///< has its own application; builds nothing symbolic
  IpoptProgram& operator=(const IpoptProgram&) = delete;
  ~IpoptProgram();

  /// Solves from x and multipliers y in place. With `warm`, y is trusted and the barrier starts
  /// small. y_i >= 0 belongs to inequality i: grad objective = sum y_i grad constraint_i.
  IpoptEnd solve(const Vector& parameters, Vector& x, Vector& y, bool warm);
  /// Simple bounds of x, infinite unless set.
  void set_bounds(double lower, double upper);

  [[nodiscard]] long iterations() const;  ///< of the last solve
  [[nodiscard]] Index unknowns() const;
  [[nodiscard]] Index constraints() const;
  /// True if objective and constraints are linear: equations alone have a closed form then.
  [[nodiscard]] bool linear() const;
  [[nodiscard]] const NlpKernels& kernels() const;

 private:
  class Application;
  std::unique_ptr<Application> application_;
};

}  // namespace ricochet
