#pragma once

#include <span>

namespace ricochet::limit {

// What a step costs where nothing is general: programs for one problem each, with the problem's own
// parameters and step as constants, derivatives by hand, arrays of fixed size and no allocation.
// They make the trajectory of the stepper `gvi`, [KP12] Algorithm 1, with the problem's own
// discrete Lagrangian. What does not happen in the problem's run is left out of them; they say so
// and stop.

struct Program {
  const char* problem = nullptr;  ///< as the registry calls it, with its default parameters
  const char* level = nullptr;    ///< how the equations of a step are solved
  int n = 0;                      ///< coordinates
  /// Makes so many steps from (q, p), which become the end. False where something happens that the
  /// program leaves out; then (q, p) are of no use.
  bool (*run)(double* q, double* p, long steps) = nullptr;
};

/// In the order of tables; of a problem with several programs the simplest one comes first.
[[nodiscard]] std::span<const Program> all_programs();

bool ball_chain(double* q, double* p, long steps);
bool cradle_dense(double* q, double* p, long steps);
bool cradle_range(double* q, double* p, long steps);
bool oscillator(double* q, double* p, long steps);
bool pogo(double* q, double* p, long steps);
bool spring_sphere(double* q, double* p, long steps);

// Tolerances of the problems, which decide between cases.
inline constexpr double closed_gap = 1e-10;     ///< of a contact [m]
inline constexpr double resting_speed = 1e-10;  ///< of a contact [m/s]

/// Newton's method ends with a change of the position below this [m]: its error is the square of
/// it.
inline constexpr double last_change = 1e-8;
inline constexpr int most_iterations = 20;

}  // namespace ricochet::limit
