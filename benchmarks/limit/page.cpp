#include "limit/page.hpp"

#include "limit/ratios.hpp"
#include "program/machine.hpp"

#include <fmt/format.h>

namespace ricochet::limit {

std::string limit_page(const std::vector<Cost>& costs, const std::vector<Time>& times,
                       const std::vector<Time>& before) {
  return fmt::format(
      R"(# A step beside a program written by hand

Made by `.ci/instructions --renew`. A step of a problem's own run, certified, with the backend `newton`, beside the
programs of `benchmarks/limit`. These have arrays of fixed size, derivatives by hand and no allocation; they make the
same trajectory. Instructions are means over the run, counted by valgrind; `.ci/instructions` compares
them with [instructions.csv](instructions.csv).

{0}
## Where the instructions go

Instructions of a step, and what they are for.

- `certifier`: what a step without the certifier of the whole step saves. The parts that follow are those of a step
  without it.
- `kernels`: values and derivatives of expressions, with the functions of libm.
- `linear algebra`: elimination, factors, products of matrices, as far as they are functions of their own.
- `memory`: copies, clearing, allocation and what else is in the libraries of C and C++.
- `rest`: the methods, the search of active sets, tests and reports.
- `goal`: the goal above in instructions of a step.

{1}
## Times

CPU times of the same steps, measured side by side. `committed` is the ratio before these figures were written.
`nlpsol`: the free position and one chord program of the first step through `casadi::nlpsol` with IPOPT and MUMPS.
Machines are noisy: ratios say more than times.

{2}
- Machine: {3}, {4} virtual cores; one thread.
- Versions: {5}.
)",
      instructions_table(costs), parts_table(costs), times_table(times, before), cli::processor(),
      cli::hardware_threads(), cli::versions());
}

}  // namespace ricochet::limit
