#include "method.hpp"

#include "ricochet/registry.hpp"
#include "ricochet/run/resumption.hpp"

#include <stdexcept>
#include <utility>

namespace ricochet::python {

namespace {

std::unique_ptr<Stepper> built(const std::string& name, const System& system,
                               const SettingList& options,
                               const std::optional<Discretization>& rule,
                               const std::optional<Energy>& energy) {
  StepperOptions all = stepper_options(options);
  if (rule) all.discretization = *rule;
  if (energy) all.energy = *energy;
  return make_stepper(name, system, all);
}

}  // namespace

Method::Method(std::string name, const System& system, SettingList options,
               const std::optional<Discretization>& rule, const std::optional<Energy>& energy)
    : name_(std::move(name)),
      options_(std::move(options)),
      stepper_(built(name_, system, options_, rule, energy)) {}

Method::Method(const Method& other)
    : name_(other.name_), options_(other.options_), stepper_(other.stepper_->clone()) {}

void require_fit(const Step& step, const System& system) {
  std::vector<std::string> maps;
  for (const MomentumMap& map : system.specification().momenta) maps.push_back(map.name);
  check_fit("Step for system '" + system.name() + "'",
            {.step = step, .summary = {.momentum_names = maps}}, system);
}

Use::Use(Method& method) : method_(method) {
  if (method_.used_.test_and_set())
    throw std::runtime_error("Stepper '" + method_.name() +
                             "' is at work in another thread. One stepper serves one thread: give "
                             "each thread its own stepper.clone()");
}

Changed::Changed(Stepper& stepper, std::vector<std::string> names,
                 const std::vector<double>& values)
    : stepper_(stepper), names_(std::move(names)) {
  for (const std::string& name : names_) before_.push_back(stepper.system().parameter(name));
  if (!names_.empty()) stepper_.set(names_, values);
}

Changed::~Changed() {
  if (!names_.empty()) stepper_.set(names_, before_);
}

}  // namespace ricochet::python
