#include "program/program.hpp"

#include "program/command.hpp"
#include "program/options/parse.hpp"

#include <exception>
#include <new>
#include <ostream>
#include <stdexcept>
#include <string>
#include <vector>

namespace ricochet::cli {
namespace {

/// Without a command the help is shown.
const std::vector<std::string> asking_for_help = {"--help"};

int carry_out(const Parsed& parsed, Console& console) {
  if (!parsed.command) {
    console.out << parsed.text;
    return exit_code::done;
  }
  return parsed.command->run(resolve(parsed), console);
}

}  // namespace

int run_program(const std::vector<std::string>& words, std::ostream& out, std::ostream& err) {
  Console console(out, err);
  try {
    const int code = carry_out(parse(words.empty() ? asking_for_help : words), console);
    out.flush();
    if (out) return code;
    console.error(unwritable_output);
    return code == exit_code::done ? exit_code::failed_output : code;
  } catch (const OutputFailure& failure) {
    console.error(failure.what());
    return exit_code::failed_output;
  } catch (const std::bad_alloc&) {
    console.error("the memory does not suffice; ask for less, or see whether an input ever ends");
    return exit_code::wrong_use;
  } catch (const std::exception& refusal) {
    console.error(refusal.what());
    return exit_code::wrong_use;
  }
}

}  // namespace ricochet::cli
