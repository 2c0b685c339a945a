#pragma once

#include "ricochet/registry.hpp"

#include <functional>
#include <string>
#include <vector>

namespace ricochet::cli {

/// An option of steppers that is a choice between words. A new one is a row in variants.cpp.
struct Variant {
  struct Choice {
    std::string word;
    std::function<void(StepperOptions&)> apply;
  };

  std::string name;  ///< as on the command line without dashes, and in reports
  std::string help;
  std::vector<Choice> choices;

  [[nodiscard]] std::vector<std::string> words() const;
  /// Throws std::invalid_argument with the nearest word.
  void apply(const std::string& word, StepperOptions& options) const;
};

[[nodiscard]] const std::vector<Variant>& all_variants();

}  // namespace ricochet::cli
