#pragma once

#include "ricochet/monitor.hpp"
#include "ricochet/settings.hpp"
#include "ricochet/step.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace ricochet {

// Private to the library: the only headers that know the JSON library are this one and its users.

using Json = nlohmann::ordered_json;

/// A number that is restored bit for bit; JSON has no NaN and no infinity, they become words.
[[nodiscard]] Json encode(double x);
[[nodiscard]] Json encode(const Vector& v);
[[nodiscard]] Json encode(const Step& step);
[[nodiscard]] Json encode(const RunSummary& summary);
[[nodiscard]] Json encode(const SettingList& list);
[[nodiscard]] Json encode(const SolverStatistics& s);

/// A part of a document that knows its place, so that every complaint names it.
class JsonReader {
 public:
  /// Parses; `file` is named in complaints.
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
  /// Of an entry that earlier versions did not write; empty without it.
  [[nodiscard]] Vector vector_if_given(const std::string& key) const;
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
  [[nodiscard]] SolverStatistics statistics() const;
  [[nodiscard]] SettingValue setting() const;

  std::string file_, place_;
  Json value_;
};

}  // namespace ricochet
