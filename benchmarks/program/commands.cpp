#include "program/command.hpp"

namespace ricochet::cli {

const std::vector<Command>& all_commands() {
  static const std::vector<Command> commands = {
      list_command(),  show_command(),   run_command(),     map_command(),
      sweep_command(), choose_command(), compare_command(), figure_command(),
      shoot_command(), view_command(),   bench_command(),   completion_command(),
  };
  return commands;
}

}  // namespace ricochet::cli
