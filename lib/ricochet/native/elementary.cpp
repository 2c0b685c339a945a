#include "ricochet/native/elementary.hpp"

#include <cmath>

namespace ricochet {
namespace {

// What is no function of the C library, as CasADi defines it: a number is true unless it is zero,
// so NaN is true, and the sign of a zero or of NaN is that number itself.

double sign(double x) { return x < 0.0 ? -1.0 : x > 0.0 ? 1.0 : x; }

double both(double x, double y) { return x != 0.0 && y != 0.0 ? 1.0 : 0.0; }

double either(double x, double y) { return x != 0.0 || y != 0.0 ? 1.0 : 0.0; }

}  // namespace

OfOne elementary_of_one(casadi::Operation operation) {
  switch (operation) {
    case casadi::OP_EXP: return std::exp;
    case casadi::OP_EXPM1: return std::expm1;
    case casadi::OP_LOG: return std::log;
    case casadi::OP_LOG1P: return std::log1p;
    case casadi::OP_SIN: return std::sin;
    case casadi::OP_COS: return std::cos;
    case casadi::OP_TAN: return std::tan;
    case casadi::OP_ASIN: return std::asin;
    case casadi::OP_ACOS: return std::acos;
    case casadi::OP_ATAN: return std::atan;
    case casadi::OP_SINH: return std::sinh;
    case casadi::OP_COSH: return std::cosh;
    case casadi::OP_TANH: return std::tanh;
    case casadi::OP_ASINH: return std::asinh;
    case casadi::OP_ACOSH: return std::acosh;
    case casadi::OP_ATANH: return std::atanh;
    case casadi::OP_ERF: return std::erf;
    case casadi::OP_FLOOR: return std::floor;
    case casadi::OP_CEIL: return std::ceil;
    case casadi::OP_SIGN: return sign;
    default: return nullptr;
  }
}

OfTwo elementary_of_two(casadi::Operation operation) {
  switch (operation) {
    case casadi::OP_POW:
    case casadi::OP_CONSTPOW: return std::pow;
    case casadi::OP_ATAN2: return std::atan2;
    case casadi::OP_HYPOT: return std::hypot;
    case casadi::OP_FMOD: return std::fmod;
    case casadi::OP_REMAINDER: return std::remainder;
    case casadi::OP_COPYSIGN: return std::copysign;
    case casadi::OP_FMIN: return std::fmin;
    case casadi::OP_FMAX: return std::fmax;
    case casadi::OP_AND: return both;
    case casadi::OP_OR: return either;
    default: return nullptr;
  }
}

// The compiler of CasADi may exchange numbers of which the least or the greatest is asked, and
// does. Zeros of different signs tell.
bool called_backwards(casadi::Operation operation) {
  return operation == casadi::OP_FMIN || operation == casadi::OP_FMAX;
}

}  // namespace ricochet
