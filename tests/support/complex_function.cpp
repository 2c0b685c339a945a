#include "support/complex_function.hpp"

#include <casadi/core/calculus.hpp>

#include <cmath>
#include <stdexcept>

namespace ricochet::support {
namespace {

Complex truth(bool holds) { return holds ? 1.0 : 0.0; }

Complex of_one(casadi_int operation, const Complex& x) {
  const double side = std::copysign(1.0, x.real());
  switch (operation) {
    case casadi::OP_ASSIGN: return x;
    case casadi::OP_NEG: return -x;
    case casadi::OP_EXP: return std::exp(x);
    case casadi::OP_LOG: return std::log(x);
    case casadi::OP_SQRT: return std::sqrt(x);
    case casadi::OP_SQ: return x * x;
    case casadi::OP_TWICE: return 2.0 * x;
    case casadi::OP_SIN: return std::sin(x);
    case casadi::OP_COS: return std::cos(x);
    case casadi::OP_TAN: return std::tan(x);
    case casadi::OP_ASIN: return std::asin(x);
    case casadi::OP_ACOS: return std::acos(x);
    case casadi::OP_ATAN: return std::atan(x);
    case casadi::OP_SINH: return std::sinh(x);
    case casadi::OP_COSH: return std::cosh(x);
    case casadi::OP_TANH: return std::tanh(x);
    case casadi::OP_INV: return 1.0 / x;
    case casadi::OP_FABS: return side * x;
    case casadi::OP_SIGN: return x.real() == 0.0 ? 0.0 : side;
    case casadi::OP_NOT: return truth(x.real() == 0.0);
    default:
      throw std::invalid_argument("ComplexFunction: operation " + std::to_string(operation) +
                                  " of one number");
  }
}

/// x^y; a constant exponent is a number of its own for casadi.
Complex power(const Complex& x, const Complex& y) {
  const double whole = std::round(y.real());
  if (y != whole || std::abs(whole) > 16.0) return std::pow(x, y);
  Complex product = 1.0;
  for (int k = 0; k < static_cast<int>(std::abs(whole)); ++k) product *= x;
  return whole < 0.0 ? 1.0 / product : product;
}

/// The imaginary part to first order: eps is far below round-off.
Complex angle(const Complex& y, const Complex& x) {
  const double slope =
      (x.real() * y.imag() - y.real() * x.imag()) / (x.real() * x.real() + y.real() * y.real());
  return {std::atan2(y.real(), x.real()), slope};
}

Complex of_two(casadi_int operation, const Complex& x, const Complex& y) {
  const double a = x.real(), b = y.real();
  switch (operation) {
    case casadi::OP_ADD: return x + y;
    case casadi::OP_SUB: return x - y;
    case casadi::OP_MUL: return x * y;
    case casadi::OP_DIV: return x / y;
    case casadi::OP_POW:
    case casadi::OP_CONSTPOW: return power(x, y);
    case casadi::OP_ATAN2: return angle(x, y);
    case casadi::OP_HYPOT: return std::sqrt(x * x + y * y);
    case casadi::OP_FMIN: return a <= b ? x : y;
    case casadi::OP_FMAX: return a >= b ? x : y;
    case casadi::OP_COPYSIGN: return std::signbit(a) == std::signbit(b) ? x : -x;
    case casadi::OP_IF_ELSE_ZERO: return a != 0.0 ? y : 0.0;
    case casadi::OP_LT: return truth(a < b);
    case casadi::OP_LE: return truth(a <= b);
    case casadi::OP_EQ: return truth(a == b);
    case casadi::OP_NE: return truth(a != b);
    case casadi::OP_AND: return truth(a != 0.0 && b != 0.0);
    case casadi::OP_OR: return truth(a != 0.0 || b != 0.0);
    default:
      throw std::invalid_argument("ComplexFunction: operation " + std::to_string(operation) +
                                  " of two numbers");
  }
}

std::vector<Expr> dense(const std::vector<Expr>& all) {
  std::vector<Expr> columns;
  for (const Expr& each : all) columns.push_back(vec(densify(each)));
  return columns;
}

}  // namespace

ComplexFunction::ComplexFunction(const std::vector<Expr>& in, const std::vector<Expr>& out)
    : function_("complex", in, dense(out)) {}

std::vector<ComplexVector> ComplexFunction::operator()(const std::vector<ComplexVector>& in) const {
  std::vector<ComplexVector> out;
  for (casadi_int o = 0; o < function_.n_out(); ++o)
    out.emplace_back(ComplexVector::Zero(function_.nnz_out(o)));
  std::vector<Complex> work(static_cast<size_t>(function_.sz_w()));
  const auto at = [&](casadi_int k) -> Complex& { return work[static_cast<size_t>(k)]; };
  for (casadi_int k = 0; k < function_.n_instructions(); ++k) {
    const casadi_int operation = function_.instruction_id(k);
    const std::vector<casadi_int> from = function_.instruction_input(k),
                                  to = function_.instruction_output(k);
    if (operation == casadi::OP_CONST)
      at(to[0]) = function_.instruction_constant(k);
    else if (operation == casadi::OP_INPUT)
      at(to[0]) = in[static_cast<size_t>(from[0])][from[1]];
    else if (operation == casadi::OP_OUTPUT)
      out[static_cast<size_t>(to[0])][to[1]] = at(from[0]);
    else if (from.size() == 1)
      at(to[0]) = of_one(operation, at(from[0]));
    else
      at(to[0]) = of_two(operation, at(from[0]), at(from[1]));
  }
  return out;
}

}  // namespace ricochet::support
