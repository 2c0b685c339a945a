#pragma once

#include <IpOptionsList.hpp>

#include <string>
#include <vector>

namespace ricochet {

/// IPOPT's options with a memory of its questions.
///
/// IPOPT reads about two hundred options at the start of every solve and parses the text of each.
/// It asks in the same order every time, so the answer to a question is the one that follows the
/// last answer. An option that is set anew is read anew.
class StandingOptions final : public Ipopt::OptionsList {
 public:
  using OptionsList::OptionsList;

  bool SetStringValue(const std::string& tag, const std::string& value, bool allow_clobber,
                      bool dont_print) override;
  bool SetNumericValue(const std::string& tag, Ipopt::Number value, bool allow_clobber,
                       bool dont_print) override;
  bool SetIntegerValue(const std::string& tag, Ipopt::Index value, bool allow_clobber,
                       bool dont_print) override;

  bool GetStringValue(const std::string& tag, std::string& value,
                      const std::string& prefix) const override;
  bool GetEnumValue(const std::string& tag, Ipopt::Index& value,
                    const std::string& prefix) const override;
  bool GetBoolValue(const std::string& tag, bool& value, const std::string& prefix) const override;
  bool GetNumericValue(const std::string& tag, Ipopt::Number& value,
                       const std::string& prefix) const override;
  bool GetIntegerValue(const std::string& tag, Ipopt::Index& value,
                       const std::string& prefix) const override;

 private:
  template <class Value>
  struct Answer {
    std::string tag = {}, prefix = {};
    Value value = {};
    bool was_set = false;  // by a user; false: the default
    bool known = false;
  };
  template <class Value>
  struct Memory {
    std::vector<Answer<Value>> answers = {};
    size_t next = 0;  // where the answer to the next question is expected
  };

  template <class Value>
  static Answer<Value>& find(Memory<Value>& memory, const std::string& tag,
                             const std::string& prefix);
  template <class Value, class Ask>
  static bool recall(Memory<Value>& memory, const std::string& tag, const std::string& prefix,
                     Value& value, const Ask& ask);
  template <class Value>
  static void forget(Memory<Value>& memory, const std::string& tag);

  mutable Memory<std::string> texts_ = {};
  mutable Memory<bool> flags_ = {};
  mutable Memory<Ipopt::Index> choices_ = {}, integers_ = {};
  mutable Memory<Ipopt::Number> numbers_ = {};
};

}  // namespace ricochet
