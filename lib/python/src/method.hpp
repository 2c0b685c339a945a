#pragma once

#include "ricochet/discretization.hpp"
#include "ricochet/energy.hpp"
#include "ricochet/stepper.hpp"
#include "ricochet/text/settings.hpp"

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ricochet::python {

/// A stepper with the name and the options that it was made from, so that it can be made again.
class Method {
 public:
  /// `rule` and `energy` are a user's own; they have no names that options could have.
  Method(std::string name, const System& system, SettingList options,
         const std::optional<Discretization>& rule, const std::optional<Energy>& energy);
  Method(const Method& other);  ///< a clone
  Method& operator=(const Method&) = delete;
  ~Method() = default;

  [[nodiscard]] Stepper& stepper() const { return *stepper_; }
  [[nodiscard]] const System& system() const { return stepper_->system(); }
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const SettingList& options() const { return options_; }

 private:
  friend class Use;

  std::string name_;
  SettingList options_;
  std::unique_ptr<Stepper> stepper_;
  std::atomic_flag used_;
};

/// A step and the method that made it; a start was made by none.
struct MadeStep : Step {
  std::string method = {};
};

/// Throws std::invalid_argument for a step that is none of this system.
void require_fit(const Step& step, const System& system);

/// One use of a stepper, which serves one thread at a time: a second one at the same time throws.
class Use {
 public:
  explicit Use(Method& method);
  Use(const Use&) = delete;
  Use& operator=(const Use&) = delete;
  ~Use() { method_.used_.clear(); }

 private:
  Method& method_;
};

/// Other values of parameters, until it goes.
class Changed {
 public:
  Changed(Stepper& stepper, std::vector<std::string> names, const std::vector<double>& values);
  Changed(const Changed&) = delete;
  Changed& operator=(const Changed&) = delete;
  ~Changed();

 private:
  Stepper& stepper_;
  std::vector<std::string> names_;
  std::vector<double> before_;
};

}  // namespace ricochet::python
