#pragma once

#include <cstddef>
#include <string>

namespace ricochet::cli {

/// Part `number` of `of`, counted from 1.
struct Part {
  long number = 1, of = 1;

  /// Its members are first() .. end() - 1 of `members`: the parts are as large as each other, but
  /// for one member.
  [[nodiscard]] size_t first(size_t members) const;
  [[nodiscard]] size_t end(size_t members) const;
};

/// "k/N", or "auto": what the environment of a job array says. Slurm counts from
/// SLURM_ARRAY_TASK_MIN to _MAX, Open MPI from 0. Throws std::invalid_argument.
[[nodiscard]] Part part_of(const std::string& text);

}  // namespace ricochet::cli
