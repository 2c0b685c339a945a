#pragma once

#include "ricochet/facts.hpp"
#include "ricochet/problems.hpp"

#include <string>
#include <utility>
#include <vector>

namespace ricochet::cli {

/// A problem as a suite sees it.
struct Candidate {
  Facts facts = {};
  bool reported = false;  ///< users of another engine met it
  bool grows = false;     ///< more bodies bring more constraints
};

/// A named set of problems, chosen by what they are.
struct Suite {
  std::string name = {}, summary = {};
  bool (*has)(const Candidate&) = nullptr;
  std::vector<int> sizes = {};  ///< of problems with a number of bodies; empty: their own
  /// Parameters of the problems that have them, under which the facts are asked for.
  std::vector<std::pair<std::string, double>> set = {};
};

/// A problem with parameters.
struct BenchCase {
  std::string problem = {};
  std::vector<std::pair<std::string, double>> set = {};  ///< structural ones and others
  int size = 0;                                          ///< bodies; 0: there is no such number

  [[nodiscard]] std::string name() const;  ///< "cradle n=20"
  bool operator==(const BenchCase&) const = default;
};

[[nodiscard]] const std::vector<Suite>& all_suites();
/// Throws std::invalid_argument with the nearest name.
[[nodiscard]] const Suite& find_suite(const std::string& name);
/// "touching,sliding", or "full": every suite.
[[nodiscard]] std::vector<Suite> find_suites(const std::string& list);

/// The cases of a suite among some problems. Only problems of their own size are built.
[[nodiscard]] std::vector<BenchCase> cases_of(const Suite& suite,
                                              const std::vector<ProblemEntry>& problems);

}  // namespace ricochet::cli
