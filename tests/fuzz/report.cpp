// Reports: what `run --from` and `run --resume` make options of.
#include "input.hpp"
#include "program/options/options.hpp"
#include "ricochet/io/checkpoint.hpp"

namespace ricochet::fuzz {
namespace {

/// What would be wrong if it came from the command line is wrong in a file too.
void check_numbers(const cli::Options& o) {
  require(o.every >= 0 && o.out_begins >= 0, "rows and steps are counted from 0");
  require(o.steps.value_or(0) >= 0, "steps are counted from 0");
  const SettingValue* events = find(o.method, "max_events");
  require(!events || std::get<long>(*events) >= 1, "a step may have an impact");
}

}  // namespace
}  // namespace ricochet::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, size_t size) {
  using namespace ricochet;
  const fuzz::InputFile file(fuzz::text_of(data, size));
  fuzz::takes(file, [&] {
    const Settings settings = load_settings(file.path());
    cli::Options o = cli::options_of(settings, file.path());
    cli::take_files(settings, file.path(), o);
    fuzz::check_numbers(o);
  });
  return 0;
}
