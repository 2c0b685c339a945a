#include "ricochet/parameters.hpp"

namespace ricochet {

Parameter mass_parameter(const Expr& symbol, double value) {
  return {symbol.name(), symbol, value, Range::positive(), "kg"};
}

Parameter gravity_parameter(const Expr& symbol, double value) {
  return {symbol.name(), symbol, value, {}, "m/s^2"};
}

Parameter size_parameter(const Expr& symbol, double value) {
  return {symbol.name(), symbol, value, Range::positive(), "m"};
}

Parameter speed_parameter(const Expr& symbol, double value) {
  return {symbol.name(), symbol, value, {}, "m/s"};
}

Parameter angle_parameter(const Expr& symbol, double value) {
  return {symbol.name(), symbol, value, {}, "rad"};
}

}  // namespace ricochet
