#pragma once

#include "ricochet/monitor.hpp"
#include "ricochet/step.hpp"
#include "ricochet/text/settings.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace ricochet {

// Private to the library: the only headers that know the JSON library are this one and its users.

using Json = nlohmann::ordered_json;

/// The form of `resume` in checkpoints and reports. A step of another version lacks data that this
/// version needs to continue, so it is refused.
constexpr long resume_version = 3;

/// A number that is restored bit for bit. NaN and infinity, which JSON does not have, become words.
[[nodiscard]] Json encode(double x);
[[nodiscard]] Json encode(const Vector& v);
[[nodiscard]] Json encode(const Step& step);
[[nodiscard]] Json encode(const RunSummary& summary);
[[nodiscard]] Json encode(const SettingList& list);
[[nodiscard]] Json encode(const SolverStatistics& s);
[[nodiscard]] Json encode(const ShadowSummary& s);

/// A part of a document with its place in it, which every message names.
class JsonReader {
 public:
  /// Parses; messages name `file`.
  JsonReader(const std::string& file, const std::string& text);

  [[nodiscard]] JsonReader operator[](const std::string& key) const;
  [[nodiscard]] bool has(const std::string& key) const;
  [[nodiscard]] std::vector<JsonReader> items() const;

  [[nodiscard]] double number() const;
  [[nodiscard]] long integer() const;
  [[nodiscard]] bool flag() const;
  [[nodiscard]] std::string text() const;
  [[nodiscard]] std::vector<double> numbers() const;
  [[nodiscard]] Vector vector() const;
  [[nodiscard]] Vector finite_vector() const;
  [[nodiscard]] std::vector<Index> indices() const;
  [[nodiscard]] std::vector<std::string> texts() const;

  [[nodiscard]] Step step() const;
  [[nodiscard]] RunSummary summary() const;
  [[nodiscard]] SettingList settings() const;

  [[noreturn]] void refuse(const std::string& expected) const;

 private:
  JsonReader(std::string file, std::string place, Json value);
  [[nodiscard]] StepReport report() const;
  [[nodiscard]] Impact impact() const;
  [[nodiscard]] Multipliers multipliers() const;
  [[nodiscard]] FlightRecord flight() const;
  [[nodiscard]] SolverStatistics statistics() const;
  [[nodiscard]] ShadowRecord shadow_record() const;
  [[nodiscard]] ShadowSummary shadow_summary() const;
  [[nodiscard]] SettingValue setting() const;

  std::string file_, place_;
  Json value_;
};

}  // namespace ricochet
