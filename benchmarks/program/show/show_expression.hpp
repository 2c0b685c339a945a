#pragma once

#include "ricochet/symbols/casadi_eigen.hpp"

#include <string>

namespace ricochet::cli {

/// A scalar expression as a person writes it, "0.5*stiffness*(q0 - q1)^2", or a remark that it is
/// too long to be read. What CasADi shares between its parts is written out.
[[nodiscard]] std::string readable(const Expr& e);

/// The same of a mass matrix, "diag(mass, ..., mass)": more than three equal entries in a row are
/// abbreviated.
[[nodiscard]] std::string readable_matrix(const Expr& matrix);

}  // namespace ricochet::cli
