#include "program/program.hpp"

#include <csignal>
#include <iostream>

int main(int argc, char** argv) {
  // A closed pipe and a file that grows beyond its limit are errors of writing, not sudden ends.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  return ricochet::cli::run_program({argv + 1, argv + argc}, std::cout, std::cerr);
}
