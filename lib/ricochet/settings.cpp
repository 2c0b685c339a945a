#include "ricochet/settings.hpp"

#include <algorithm>

namespace ricochet {

const SettingValue* find(const SettingList& list, const std::string& name) {
  const auto found = std::find_if(list.begin(), list.end(),
                                  [&](const auto& entry) { return entry.first == name; });
  return found == list.end() ? nullptr : &found->second;
}

}  // namespace ricochet
