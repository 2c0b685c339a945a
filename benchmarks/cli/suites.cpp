#include "cli/suites.hpp"

#include "ricochet/text.hpp"

#include <stdexcept>

namespace ricochet::cli {

const std::vector<Suite>& all_suites() {
  static const std::vector<Suite> suites = {
      {"multi", "two constraints or more",
       [](const Problem& p) { return p.system.m() + p.system.k() >= 2; }},
      {"all", "every problem", [](const Problem&) { return true; }},
  };
  return suites;
}

const Suite& find_suite(const std::string& name) {
  std::vector<std::string> names;
  for (const Suite& suite : all_suites()) {
    if (suite.name == name) return suite;
    names.push_back(suite.name);
  }
  throw std::invalid_argument("there is no suite '" + name + "'" + suggestion(name, names));
}

}  // namespace ricochet::cli
