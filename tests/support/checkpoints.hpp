#pragma once

#include "ricochet/io/checkpoint.hpp"

#include <cmath>
#include <limits>
#include <string>
#include <variant>
#include <vector>

namespace ricochet::support {

/// Every member has a value of its own, and every kind of awkward number occurs.
inline Checkpoint awkward() {
  constexpr double tiny = std::numeric_limits<double>::denorm_min();
  constexpr double infinite = std::numeric_limits<double>::infinity();
  Checkpoint c;
  c.step.state = {.t = 0.1 + 0.2, .q = Vector{{-0.0, tiny}}, .p = Vector{{1.0 / 3.0, 2.0}}};
  c.step.force = {.lambda = Vector{{infinite}},
                  .nu = Vector(),
                  .mu = Vector{{-tiny}},
                  .xi = Vector{{4.0}},
                  .kappa = Vector{{1.0 / 7.0, -0.0}},
                  .rho = Vector{{-tiny}}};
  c.step.impacts = {{.t = 0.5,
                     .alpha = 0.25,
                     .q = Vector{{1.0, 2.0}},
                     .p_minus = Vector{{3.0, 4.0}},
                     .p_plus = Vector{{5.0, 6.0}},
                     .constraints = {0},
                     .impulse = Vector{{7.0}},
                     .friction = Vector{{-0.7, tiny}},
                     .energy_minus = 8.0,
                     .energy_plus = 9.0}};
  c.step.reflections = {{.set = {0, 1}, .passive = {1}, .impulse = Vector{{1.5, 0.0}}}};
  c.step.contacts = {.predicted = {0}, .smooth = {1}, .held = {2}, .weak = {3, 4}};
  c.step.report = {.status = StepStatus::grazing,
                   .message = "a \"quoted\" word",
                   .certificate = {.dynamics = 1e-17, .branch = std::nan("")},
                   .statistics = {.ipopt_solves = 1, .enumerations = 7}};
  c.summary = {.steps = 12,
               .energy_initial = 0.1,
               .momentum_names = {"angular"},
               .momentum_initial = {-0.0},
               .momentum_max_error = {1e-300},
               .impacts = 3,
               .solver = {.newton_iterations = 5},
               .moments = {.count = 13.0, .sum_tE = -1e-12}};
  c.wall_seconds = 1.25;
  c.settings = {.options = {{"h", 0.1},
                            {"steps", 20L},
                            {"quiet", false},
                            {"gradients", std::monostate{}},
                            {"out", std::string("run.csv")},
                            {"q0", std::vector<double>{1.0, -0.0}}},
                .structure = {{"n", 5L}},
                .parameters = {{"mass", 1.0 / 3.0}}};
  return c;
}

}  // namespace ricochet::support
