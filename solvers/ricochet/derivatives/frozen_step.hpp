#pragma once

#include "ricochet/linear/dense_solver.hpp"
#include "ricochet/step_equations.hpp"
#include "ricochet/system.hpp"

#include <string>
#include <vector>

namespace ricochet {

/// Numbers of a StepKernel at one step after another: its unknowns, and its first and second
/// derivatives by w = (x, theta, h), by the implicit function theorem
///
///   dz/dw = -R_z^-1 R_w,   dY/dw = Y_w + Y_z dz/dw
///
/// with Y = (q1, p1, times of the impacts). No symbolic work and no lock after construction.
class FrozenStep {
 public:
  enum class Order { first, second };  ///< of the derivatives that are compiled

  FrozenStep(const StepKernel& kernel, const System& s, Order highest = Order::second);

  /// Sets the values of all parameters.
  void set_parameters(const Vector& theta) { theta_ = theta; }
  /// Takes a step that was made, with z near enough, and solves its equations to round-off. Returns
  /// why these are not its equations, or nothing.
  [[nodiscard]] std::string take(const Step& from, double h, const Step& to, const Vector& z);

  /// Where the equations stand, for a step that is taken again.
  struct Point {
    Vector x = {}, z = {};
    double h = 0.0, t = 0.0;
  };
  /// Takes a step that was taken before; nothing is solved.
  void take(const Point& point) { at_ = point; }
  void take(const double* x, double h, const double* z, double t);

  // Of the step that was taken.
  [[nodiscard]] const Point& point() const { return at_; }
  [[nodiscard]] const Vector& end() const { return end_; }        ///< (q1, p1)
  [[nodiscard]] const Vector& times() const { return times_; }    ///< since its start [s]
  [[nodiscard]] const Vector& speeds() const { return speeds_; }  ///< of the gaps, closing [m/s]

  /// Differentiates Y once. False if R_z is singular, as in a grazing impact.
  [[nodiscard]] bool differentiate();
  [[nodiscard]] const Matrix& derivative() const { return D_; }  ///< dY/dw, after differentiate()
  [[nodiscard]] const Matrix& rates() const { return zw_; }      ///< dz/dw, after differentiate()
  /// The gradient of s^T Y by w without differentiate(): one transposed solve, u = -R_z^-T Y_z^T s.
  /// False as there.
  [[nodiscard]] bool adjoint(const Vector& s, Vector& gradient);
  /// The second derivative of s^T Y + r^T z by w, after differentiate(), if it was compiled.
  const Matrix& curvature(const Vector& s, const Vector& r);
  const Matrix& curvature(const Vector& s) { return curvature(s, zeros_); }

  /// A basis of the directions of w that leave the step on what it begins on: equalities, contacts
  /// that rest. Orthonormal columns. Only along them are derivatives those of a motion.
  [[nodiscard]] Matrix tangents();

  [[nodiscard]] Index states() const { return states_; }         ///< entries of x
  [[nodiscard]] Index inputs() const { return D_.cols(); }       ///< entries of w
  [[nodiscard]] Index results() const { return D_.rows(); }      ///< entries of Y
  [[nodiscard]] Index unknowns() const { return ones_.size(); }  ///< entries of z

 private:
  void compile_curvature(const StepKernel& k, const Expr& w, const Expr& Y, std::vector<Expr> in);
  void evaluate();
  [[nodiscard]] bool factor();

  double length_;
  Index states_;
  Kernel values_, rates_, curvature_, kept_;
  DenseSolver linear_;
  Point at_;
  Vector theta_, residual_, end_, times_, speeds_, column_, ones_, zeros_, u_;
  Matrix kept_rates_, Rz_, Rw_, Yz_, Yw_, zw_, D_, W_, S_, SW_, H_;
};

}  // namespace ricochet
