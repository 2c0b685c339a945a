#pragma once

#include "ricochet/constraints.hpp"
#include "ricochet/contact_table.hpp"
#include "ricochet/problem/range.hpp"
#include "ricochet/symbols/mass_blocks.hpp"

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ricochet {

/// A named number that stays a symbol through compilation: changing it rebuilds nothing.
struct Parameter {
  std::string name;
  Expr symbol;
  double value = 0.0;     ///< default, in SI units
  Range range = {};       ///< of every value; any finite number unless said otherwise
  std::string unit = {};  ///< for people, such as "kg"; empty for a pure number
};

/// A named force: the n-vector Q(q, v, t) that acts on the coordinates.
struct Force {
  std::string name;
  Expr Q;
};

/// A named momentum map J(q, p), conserved or not; diagnostics report its error.
struct MomentumMap {
  std::string name;
  std::function<Expr(const Expr& q, const Expr& p)> J;
};

/// What a user writes down. Either M (constant in q) and V(q), or the Lagrangian L(q, v).
struct SystemSpecification {
  std::string name;
  Expr q = {};  ///< coordinates: a column of n symbols
  Expr v = {};  ///< velocities: n symbols; needed by L, omega and velocity-dependent forces
  Expr t = {};  ///< time: one symbol; needed by forces, potentials and constraints that change
  std::vector<Parameter> parameters = {};
  Expr M = {};             ///< mass matrix, n x n, symmetric, positive definite, without q
  Expr V = {};             ///< potential energy [J], V(q) or V(q, t)
  Expr L = {};             ///< general regular Lagrangian [J]; excludes M and V
  Constraints f = {};      ///< equalities f(q) = 0 or f(q, t) = 0
  Constraints g = {};      ///< inequalities g(q) >= 0 or g(q, t) >= 0, such as walls that move
  Constraints omega = {};  ///< nonholonomic rows, affine in v: omega(q, t) v + b(q, t) = 0
  std::vector<Force> forces = {};
  std::vector<MomentumMap> momenta = {};
  double length = 1.0;  ///< characteristic length [m]: scales every tolerance on positions
  double time = 1.0;    ///< characteristic time [s]: with length, scales those on velocities
};

/// Zero tests are tolerances; all of them derive from the system's length and time.
struct Tolerances {
  double gap = 1e-10;      ///< g_i = 0 means |g_i| <= gap [m]
  double speed = 1e-10;    ///< n.v = 0 means |grad g_i^T M^-1 p| <= speed [m/s]
  double impulse = 1e-12;  ///< lambda_i >= 0 means W_ii lambda_i >= -impulse [m/s]
};

/// The mechanics as symbols, each quantity callable with symbols and with numbers.
///
/// A System is a value: copies share what was compiled, and `with` gives the same mechanics with
/// another parameter value without compiling anything. Symbolic calls leave the parameters as
/// symbols, `parameter_symbols()`; numeric calls use `parameter_values()`.
///
/// The momentum is p = dL/dv(q, v) and the energy H(q, p) = p^T v - L, whether the system is given
/// by M and V or by L; see legendre.hpp for how v is found.
///
/// A system is rheonomic if something in it moves by itself: V, L, f, g or omega contain the time,
/// or a nonholonomic row is not 0 at rest. It is one at an instant: its symbolic quantities contain
/// the time as the last of `parameter_symbols()`, and `at` gives the same mechanics at another
/// time.
///
/// Programs that build systems in several threads hold lock_symbolics() meanwhile, symbolics.hpp.
class System {
 public:
  /// Checks and compiles; throws std::invalid_argument naming object, expectation and value.
  explicit System(SystemSpecification specification);

  [[nodiscard]] const std::string& name() const;
  [[nodiscard]] const SystemSpecification& specification() const;
  [[nodiscard]] Index n() const;  ///< coordinates
  [[nodiscard]] Index m() const;  ///< inequality entries: one per row, one per piece of a union
  [[nodiscard]] Index k() const;  ///< equalities
  [[nodiscard]] bool separable() const;  ///< given by M and V
  [[nodiscard]] bool rheonomic() const;  ///< something moves by itself, whatever the motion is
  [[nodiscard]] const Tolerances& tolerances() const;
  [[nodiscard]] double length() const { return specification().length; }

  /// Names, rows, pieces and tangents of the entries of g.
  [[nodiscard]] const ContactTable& contacts() const;
  // Short forms of what the table says.
  [[nodiscard]] const std::string& gap_name(Index i) const { return contacts().name(i); }
  [[nodiscard]] const std::vector<ContactTable::Extent>& gap_rows() const {
    return contacts().row_entries();
  }
  [[nodiscard]] const std::vector<Index>& tangent_rows() const { return contacts().tangent_rows(); }
  /// Smallest admissible gap of a column g(q): entries of a union count by their largest piece.
  [[nodiscard]] double smallest(const Vector& gaps, Index* which = nullptr) const {
    return contacts().smallest(gaps, which);
  }

  /// The coordinates as symbols. g and G of these are written already, and need no copy.
  [[nodiscard]] const Expr& q() const;
  [[nodiscard]] Expr parameter_symbols() const;
  [[nodiscard]] const Vector& parameter_values() const { return values_; }
  [[nodiscard]] std::vector<std::string> parameter_names() const;
  [[nodiscard]] double parameter(const std::string& name) const;
  /// The same system with one parameter changed; checks the value (its range, M still definite,
  /// ...).
  [[nodiscard]] System with(const std::string& name, double value) const;
  /// The same with several parameters changed at once: what is between the old values and the new
  /// ones need not be admissible.
  [[nodiscard]] System with(const std::vector<std::string>& names,
                            const std::vector<double>& values) const;

  /// The same mechanics at another time [s]. Systems that are not rheonomic do not change.
  [[nodiscard]] System at(double t) const;
  [[nodiscard]] System at(const Expr& t) const;
  /// The same for a time that has passed since.
  [[nodiscard]] System later(const Expr& duration) const;

  /// A rheonomic system as one that is not: its last coordinate is the time, whose velocity is
  /// always 1 because its inertia is infinite, [FMOW03] 2.1. M^-1 has a row and a column of zeros
  /// for it, and `clock_velocity()` is to be added to M^-1 p. Its momentum has no meaning. Other
  /// systems do not change.
  [[nodiscard]] System in_space_time() const;
  [[nodiscard]] bool has_clock() const;       ///< the last coordinate is the time
  [[nodiscard]] Expr clock_velocity() const;  ///< n; 0 without a clock

  // Symbolic: substitute any expressions for the arguments.
  [[nodiscard]] Expr M() const;
  [[nodiscard]] Expr velocity(const Expr& p) const;  ///< M^-1 p
  [[nodiscard]] Expr V(const Expr& q) const;
  [[nodiscard]] Expr L(const Expr& q, const Expr& v) const;
  [[nodiscard]] Expr momentum(const Expr& q, const Expr& v) const;  ///< dL/dv
  [[nodiscard]] Expr H(const Expr& q, const Expr& p) const;  ///< unless L is not quadratic in v
  [[nodiscard]] Expr f(const Expr& q) const;
  [[nodiscard]] Expr g(const Expr& q) const;
  [[nodiscard]] Expr F(const Expr& q) const;      ///< n x k, columns are gradients
  [[nodiscard]] Expr G(const Expr& q) const;      ///< n x m, columns are gradients
  [[nodiscard]] Expr omega(const Expr& q) const;  ///< rows x n
  [[nodiscard]] Expr T(const Expr& q) const;      ///< n x tangents of all contacts, columns
  // Rates of the rows of a system at rest: df/dt, dg/dt and the part b of omega v + b.
  [[nodiscard]] Expr f_rate(const Expr& q) const;
  [[nodiscard]] Expr g_rate(const Expr& q) const;
  [[nodiscard]] Expr omega_rate(const Expr& q) const;
  [[nodiscard]] Expr Q(const Expr& q, const Expr& v, const Expr& t) const;  ///< sum of all forces
  [[nodiscard]] Expr J(const Expr& q, const Expr& p) const;  ///< all momentum maps, stacked
  [[nodiscard]] Expr contact_parameters() const;  ///< 2 x rows of g: restitution, friction

  // Numeric, convenient rather than fast: steppers and monitors hold Kernels of their own.
  [[nodiscard]] Matrix M_now() const;
  [[nodiscard]] MassBlocks masses() const;      ///< the same as blocks, in less than n x n numbers
  [[nodiscard]] Matrix contact_values() const;  ///< 2 x rows of g: restitution, friction
  [[nodiscard]] double L(const Vector& q, const Vector& v) const;
  [[nodiscard]] Vector dLdq(const Vector& q, const Vector& v) const;      ///< -grad V if separable
  [[nodiscard]] Vector momentum(const Vector& q, const Vector& v) const;  ///< dL/dv, exactly
  [[nodiscard]] Matrix mass(const Vector& q, const Vector& v) const;      ///< d2L/dv2
  [[nodiscard]] Vector velocity(const Vector& q, const Vector& p) const;  ///< solves p = dL/dv
  [[nodiscard]] double H(const Vector& q, const Vector& p) const;         ///< of every system
  [[nodiscard]] Vector f(const Vector& q) const;
  [[nodiscard]] Vector g(const Vector& q) const;
  [[nodiscard]] Matrix F(const Vector& q) const;
  [[nodiscard]] Matrix G(const Vector& q) const;
  using Sparse = MassBlocks::Sparse;
  [[nodiscard]] Sparse sparse_F(const Vector& q) const;
  [[nodiscard]] Sparse sparse_G(const Vector& q) const;
  [[nodiscard]] Matrix omega(const Vector& q) const;
  [[nodiscard]] Vector f_rate(const Vector& q) const;
  [[nodiscard]] Vector g_rate(const Vector& q) const;
  [[nodiscard]] Vector omega_rate(const Vector& q) const;
  [[nodiscard]] Vector Q(const Vector& q, const Vector& v, double t) const;
  [[nodiscard]] Vector J(const Vector& q, const Vector& p) const;

 private:
  struct Model;
  void check_values() const;
  [[nodiscard]] bool written_of(const Expr& q) const;
  [[nodiscard]] size_t parameter_index(const std::string& name) const;
  void require_separable(const char* quantity) const;
  [[nodiscard]] Vector theta() const;  // parameter values only
  [[nodiscard]] double now() const;

  std::shared_ptr<const Model> model_;
  Expr now_;       // the instant, of a rheonomic system
  Vector values_;  // parameter values, and the instant of a rheonomic system
};

}  // namespace ricochet
