/// Prints what the pages of the manual say about methods, their options, backends and statuses, as
/// JSON. All of it comes from the library's own lists.

#include "ricochet/methods.hpp"
#include "ricochet/stepper_options.hpp"

#include <nlohmann/json.hpp>

#include <iostream>

namespace ricochet {
namespace {

using nlohmann::ordered_json;

ordered_json methods() {
  ordered_json list = ordered_json::array();
  for (const StepperEntry& e : all_steppers())
    list.push_back({{"name", e.name},
                    {"summary", e.summary},
                    {"options", e.options},
                    {"only_rule", e.only_rule}});
  return list;
}

ordered_json options() {
  ordered_json list = ordered_json::array();
  for (const StepperOption& o : all_stepper_options())
    list.push_back({{"name", o.name},
                    {"flag", o.flag},
                    {"value", o.value},
                    {"help", o.help},
                    {"words", o.words}});
  return list;
}

ordered_json backends() {
  ordered_json list = ordered_json::array();
  for (const BackendEntry& e : all_backends())
    list.push_back({{"name", e.name}, {"summary", e.summary}});
  return list;
}

ordered_json statuses() {
  ordered_json list = ordered_json::array();
  for (const StepStatus status : all_statuses())
    list.push_back({{"name", to_string(status)}, {"explanation", explain(status)}});
  return list;
}

}  // namespace
}  // namespace ricochet

int main() {
  using namespace ricochet;
  std::cout << ordered_json{{"methods", methods()},
                            {"options", options()},
                            {"backends", backends()},
                            {"statuses", statuses()}}
                   .dump(1)
            << '\n';
}
