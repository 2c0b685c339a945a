// Checkpoints: what `run --resume` reads before it looks at the problem.
#include "ricochet/io/checkpoint.hpp"

#include "input.hpp"
#include "ricochet/io/json_codec.hpp"

namespace ricochet::fuzz {
namespace {

std::string text(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// What was read is written and read again without loss.
void check_restored(const Checkpoint& c) {
  const std::string step = text(encode(c.step)), summary = text(encode(c.summary));
  require(text(encode(JsonReader("step", step).step())) == step, "a step is restored");
  require(text(encode(JsonReader("summary", summary).summary())) == summary,
          "a summary is restored");
  require(c.step.state.q.allFinite() && c.step.state.p.allFinite(), "a state is finite");
}

}  // namespace
}  // namespace ricochet::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, size_t size) {
  using namespace ricochet;
  const fuzz::InputFile file(fuzz::text_of(data, size));
  Checkpoint read;
  if (fuzz::takes(file, [&] { read = load_checkpoint(file.path()); })) fuzz::check_restored(read);
  return 0;
}
