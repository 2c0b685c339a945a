#include "program/options/parse.hpp"
#include "program/record/saved_run.hpp"
#include "ricochet/text.hpp"

#include <algorithm>
#include <stdexcept>

namespace ricochet::cli {
namespace {

/// What may change when a run is continued; anything else would make it another run.
const std::vector<std::string>& changeable() {
  static const std::vector<std::string> names = {"--steps",    "--time",   "--out",  "--events",
                                                 "--contacts", "--report", "--plot", "--checkpoint",
                                                 "--quiet",    "--resume"};
  return names;
}

void refuse_changes(const Parsed& parsed) {
  for (const Given& g : parsed.given)
    if (std::find(changeable().begin(), changeable().end(), g.option->name) == changeable().end())
      throw std::invalid_argument(g.option->name + " cannot change when a run is resumed (" +
                                  join(changeable()) + " can); start a new run with --from");
}

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
  if (const Given* resume = parsed.find("--resume")) {
    refuse_changes(parsed);
    o = stored_options(parsed, resume->value, true);
  } else if (const Given* from = parsed.find("--from")) {
    o = stored_options(parsed, from->value, false);
  } else {
    o.operand = parsed.operand;
  }
  for (const Given& g : parsed.given) g.option->take(o, g.value);
  return o;
}

}  // namespace ricochet::cli
