#include "program/options/parse.hpp"
#include "program/record/saved_run.hpp"

#include <stdexcept>

namespace ricochet::cli {
namespace {

/// The options that a file holds; those of another problem than the one named are refused.
Options stored_options(const Parsed& parsed, const std::string& file, bool with_files) {
  const Settings settings = load_run(file);
  Options o = options_of(settings, file);
  if (with_files) take_files(settings, file, o);
  if (o.operand.empty())
    throw std::invalid_argument(file + ": names no problem; was it written by ricochet?");
  if (!parsed.operand.empty() && parsed.operand != o.operand)
    throw std::invalid_argument(file + ": belongs to the problem '" + o.operand + "', not to '" +
                                parsed.operand + "'");
  return o;
}

}  // namespace

Options resolve(const Parsed& parsed) {
  Options o;
  const Given* resume = parsed.find("--resume");
  if (resume && !resume->value.empty()) {
    o = stored_options(parsed, resume->value, true);
  } else if (const Given* from = parsed.find("--from")) {
    o = stored_options(parsed, from->value, false);
  } else {
    o.operand = parsed.operand;
    o.operands = parsed.operands;
  }
  for (const Given& g : parsed.given) g.option->take(o, g.value);
  return o;
}

}  // namespace ricochet::cli
