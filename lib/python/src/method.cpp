#include "method.hpp"

#include "ricochet/registry.hpp"
#include "ricochet/run/resumption.hpp"

#include <stdexcept>
#include <utility>

namespace ricochet::python {

Method::Method(std::string name, const System& system, SettingList options)
    : name_(std::move(name)),
      options_(std::move(options)),
      stepper_(make_stepper(name_, system, stepper_options(options_))) {}

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

Changed::Changed(Stepper& stepper, const std::vector<std::string>& names,
                 const std::vector<double>& values)
    : stepper_(stepper), names_(names) {
  for (const std::string& name : names_) before_.push_back(stepper.system().parameter(name));
  if (!names_.empty()) stepper_.set(names_, values);
}

Changed::~Changed() {
  if (!names_.empty()) stepper_.set(names_, before_);
}

}  // namespace ricochet::python
