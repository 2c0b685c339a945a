#include "support/combinations.hpp"

namespace ricochet::support {

std::unique_ptr<Stepper> Combination::make(const Problem& problem) const {
  const StepperEntry& entry = find_stepper(stepper);
  StepperOptions options = entry.suited(problem.discretization);
  options.backend = make_backend(backend);
  return entry.make(problem.system, options);
}

std::unique_ptr<Stepper> Combination::make(const System& system) const {
  return make_stepper(stepper, system, {.backend = make_backend(backend)});
}

std::vector<Combination> every_combination() {
  std::vector<Combination> all;
  for (const StepperEntry& s : all_steppers())
    for (const BackendEntry& b : all_backends()) all.push_back({s.name, b.name});
  return all;
}

const std::vector<System>& every_system() {
  static const std::vector<System> systems = [] {
    std::vector<System> made;
    for (const ProblemEntry& entry : all_problems()) made.push_back(entry.make().system);
    return made;
  }();
  return systems;
}

const std::vector<StepperInfo>& every_declaration() {
  static const std::vector<StepperInfo> declarations = [] {
    std::vector<StepperInfo> made;
    const System probe = problems::particle_1d().system;
    for (const StepperEntry& s : all_steppers())
      made.push_back(s.make(probe, {.backend = make_backend("newton")})->info());
    return made;
  }();
  return declarations;
}

std::vector<std::string> problems_of(const std::string& stepper) {
  std::vector<std::string> names;
  for (const System& system : every_system())
    if (find_stepper(stepper).why_not(system).empty()) names.push_back(system.name());
  return names;
}

std::vector<std::string> unforced_problems_of(const std::string& stepper) {
  std::vector<std::string> names;
  for (const std::string& name : problems_of(stepper))
    if (find_problem(name).make().system.specification().forces.empty()) names.push_back(name);
  return names;
}

std::vector<Trial> trials_of(const std::vector<std::string>& problems) {
  std::vector<Trial> trials;
  for (const std::string& problem : problems)
    for (const char* backend : {"newton", "ipopt"}) trials.push_back({problem, backend});
  return trials;
}

std::vector<Combination> combinations_with_a_choice_of_rule() {
  std::vector<Combination> chosen;
  for (const Combination& c : every_combination())
    if (c.stepper != "shadow" && find_stepper(c.stepper).has_option("discretization"))
      chosen.push_back(c);  // shadow energies are those of symmetric rules
  return chosen;
}

std::string combination_name(const testing::TestParamInfo<Combination>& tested) {
  return test_name(tested.param.stepper + "_with_" + tested.param.backend);
}

std::string trial_name(const testing::TestParamInfo<Trial>& tested) {
  return test_name(tested.param.problem + "_with_" + tested.param.backend);
}

std::vector<Combination> combinations_where(
    const std::function<bool(const StepperInfo&)>& declares) {
  std::vector<Combination> chosen;
  for (const StepperInfo& info : every_declaration())
    if (declares(info))
      for (const BackendEntry& b : all_backends()) chosen.push_back({info.name, b.name});
  return chosen;
}

}  // namespace ricochet::support
