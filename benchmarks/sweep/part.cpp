#include "sweep/part.hpp"

#include "program/options/values.hpp"

#include <cstdlib>
#include <optional>
#include <stdexcept>

namespace ricochet::cli {
namespace {

constexpr long most_parts = 100000000;

[[noreturn]] void refuse(const std::string& what) { throw std::invalid_argument(what); }

std::optional<long> variable(const char* name) {
  const char* text = std::getenv(name);
  if (!text) return {};
  return count(std::string("--part auto: ") + name, text);
}

std::optional<Part> part_in_slurm() {
  const auto id = variable("SLURM_ARRAY_TASK_ID"), least = variable("SLURM_ARRAY_TASK_MIN"),
             most = variable("SLURM_ARRAY_TASK_MAX"), tasks = variable("SLURM_ARRAY_TASK_COUNT");
  if (!id || !least || !most) return {};
  const std::string array = std::to_string(*least) + " to " + std::to_string(*most);
  if (*id < *least || *id > *most)
    refuse("--part auto: SLURM_ARRAY_TASK_ID is " + std::to_string(*id) + ", expected one of " +
           array + " as SLURM_ARRAY_TASK_MIN and _MAX say; give --part k/N");
  if (tasks && *tasks != *most - *least + 1)
    refuse("--part auto: the job array has " + std::to_string(*tasks) + " tasks from " + array +
           ", so that numbers are left out; give an array without steps, or --part k/N");
  return Part{.number = *id - *least + 1, .of = *most - *least + 1};
}

std::optional<Part> part_in_mpi() {
  const auto rank = variable("OMPI_COMM_WORLD_RANK"), size = variable("OMPI_COMM_WORLD_SIZE");
  if (!rank || !size) return {};
  if (*rank >= *size)
    refuse("--part auto: OMPI_COMM_WORLD_RANK is " + std::to_string(*rank) +
           ", expected less than OMPI_COMM_WORLD_SIZE, " + std::to_string(*size));
  return Part{.number = *rank + 1, .of = *size};
}

Part part_of_environment() {
  const std::optional<Part> slurm = part_in_slurm(), mpi = part_in_mpi();
  if (slurm && mpi)
    refuse(
        "--part auto: the environment has a job array of Slurm and a rank of Open MPI; say which "
        "part this is by --part k/N");
  if (slurm) return *slurm;
  if (mpi) return *mpi;
  refuse(
      "--part auto: the environment has no job array; expected SLURM_ARRAY_TASK_ID, _MIN and _MAX, "
      "or OMPI_COMM_WORLD_RANK and _SIZE. Give --part k/N");
}

}  // namespace

size_t Part::first(size_t members) const {
  const auto before = static_cast<unsigned long>(number - 1),
             parts = static_cast<unsigned long>(of);
  return members / parts * before + members % parts * before / parts;
}

size_t Part::end(size_t members) const { return Part{number + 1, of}.first(members); }

Part part_of(const std::string& text) {
  if (text == "auto") return part_of_environment();
  const std::string expected =
      "--part: expected k/N with k from 1 to N, or auto, not '" + text + "'";
  const size_t slash = text.find('/');
  if (slash == std::string::npos) refuse(expected);
  Part part;
  try {
    part = {.number = count("", text.substr(0, slash)), .of = count("", text.substr(slash + 1))};
  } catch (const std::invalid_argument&) {
    refuse(expected);
  }
  if (part.number < 1 || part.number > part.of || part.of > most_parts) refuse(expected);
  return part;
}

}  // namespace ricochet::cli
