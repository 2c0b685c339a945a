#include "ricochet/backends/standing_options.hpp"

namespace ricochet {

template <class Value>
StandingOptions::Answer<Value>& StandingOptions::find(Memory<Value>& memory, const std::string& tag,
                                                      const std::string& prefix) {
  const size_t size = memory.answers.size();
  for (size_t i = 0; i < size; ++i) {
    const size_t at = (memory.next + i) % size;
    Answer<Value>& answer = memory.answers[at];
    if (answer.tag != tag || answer.prefix != prefix) continue;
    memory.next = at + 1;
    return answer;
  }
  memory.answers.push_back({.tag = tag, .prefix = prefix});
  memory.next = memory.answers.size();
  return memory.answers.back();
}

template <class Value, class Ask>
bool StandingOptions::recall(Memory<Value>& memory, const std::string& tag,
                             const std::string& prefix, Value& value, const Ask& ask) {
  Answer<Value>& answer = find(memory, tag, prefix);
  if (!answer.known) {
    answer.was_set = ask(answer.value);
    answer.known = true;
  }
  value = answer.value;
  return answer.was_set;
}

template <class Value>
void StandingOptions::forget(Memory<Value>& memory, const std::string& tag) {
  for (Answer<Value>& answer : memory.answers)
    if (answer.tag == tag) answer.known = false;
}

bool StandingOptions::SetStringValue(const std::string& tag, const std::string& value,
                                     bool allow_clobber, bool dont_print) {
  forget(texts_, tag);
  forget(flags_, tag);
  forget(choices_, tag);
  return OptionsList::SetStringValue(tag, value, allow_clobber, dont_print);
}

bool StandingOptions::SetNumericValue(const std::string& tag, Ipopt::Number value,
                                      bool allow_clobber, bool dont_print) {
  forget(numbers_, tag);
  return OptionsList::SetNumericValue(tag, value, allow_clobber, dont_print);
}

bool StandingOptions::SetIntegerValue(const std::string& tag, Ipopt::Index value,
                                      bool allow_clobber, bool dont_print) {
  forget(integers_, tag);
  return OptionsList::SetIntegerValue(tag, value, allow_clobber, dont_print);
}

bool StandingOptions::GetStringValue(const std::string& tag, std::string& value,
                                     const std::string& prefix) const {
  return recall(texts_, tag, prefix, value,
                [&](std::string& v) { return OptionsList::GetStringValue(tag, v, prefix); });
}

bool StandingOptions::GetEnumValue(const std::string& tag, Ipopt::Index& value,
                                   const std::string& prefix) const {
  return recall(choices_, tag, prefix, value,
                [&](Ipopt::Index& v) { return OptionsList::GetEnumValue(tag, v, prefix); });
}

bool StandingOptions::GetBoolValue(const std::string& tag, bool& value,
                                   const std::string& prefix) const {
  return recall(flags_, tag, prefix, value,
                [&](bool& v) { return OptionsList::GetBoolValue(tag, v, prefix); });
}

bool StandingOptions::GetNumericValue(const std::string& tag, Ipopt::Number& value,
                                      const std::string& prefix) const {
  return recall(numbers_, tag, prefix, value,
                [&](Ipopt::Number& v) { return OptionsList::GetNumericValue(tag, v, prefix); });
}

bool StandingOptions::GetIntegerValue(const std::string& tag, Ipopt::Index& value,
                                      const std::string& prefix) const {
  return recall(integers_, tag, prefix, value,
                [&](Ipopt::Index& v) { return OptionsList::GetIntegerValue(tag, v, prefix); });
}

}  // namespace ricochet
