#pragma once

#include "ricochet/problem/facts.hpp"
#include "ricochet/problems.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ricochet::cli {

/// A problem as a suite sees it.
struct Candidate {
  Facts facts = {};
  bool reported = false;  ///< users of another engine met it
  bool grows = false;     ///< more bodies bring more constraints
  int most = 0;           ///< bodies that it may have; 0: they have no number
};

/// What a case of a benchmark may take.
struct BenchLimits {
  std::optional<long> steps = 300;  ///< at most; not set: the whole duration of the problem
  double seconds = 2.0;             ///< wall time, set-up included; a case that needs more is cut
  bool operator==(const BenchLimits&) const = default;
};

/// A named set of problems, chosen by what they are.
struct Suite {
  std::string name = {}, summary = {};
  bool (*has)(const Candidate&) = nullptr;
  std::vector<int> sizes = {};  ///< of problems with a number of bodies, or own_size; empty: that
  /// Parameters of the problems that have them, under which the facts are asked for.
  std::vector<std::pair<std::string, double>> set = {};
  BenchLimits limits = {};
  bool tells = false;  ///< its results say what users of other engines reported
};

/// Among the sizes of a suite: as many bodies as the problem has by default.
inline constexpr int own_size = 0;

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
