#include "program/options/variants.hpp"

#include "ricochet/text.hpp"

#include <stdexcept>

namespace ricochet::cli {
namespace {

/// The choice that stores a value in a member of StepperOptions.
template <class Member, class Value>
Variant::Choice choice(const std::string& word, Member member, const Value& value) {
  return {word, [member, value](StepperOptions& o) { o.*member = value; }};
}

}  // namespace

const std::vector<Variant>& all_variants() {
  using O = StepperOptions;
  static const std::vector<Variant> variants = {
      {"reflection",
       "rule of simultaneous impacts",
       {choice("generalized", &O::reflection, Reflection::generalized),
        choice("moreau", &O::reflection, Reflection::moreau)}},
      {"energy",
       "what a reflection conserves",
       {choice("continuous", &O::energy, Energy::continuous),
        choice("numerical", &O::energy, Energy::numerical)}},
      {"predictor",
       "the predicted position obeys equalities or not",
       {choice("free", &O::predictor, Predictor::free),
        choice("bilateral", &O::predictor, Predictor::bilateral)}},
      {"gradients",
       "where, or whose, constraint gradients act",
       {choice("start", &O::gradients, Gradients::start),
        choice("predictor", &O::gradients, Gradients::predictor),
        choice("active", &O::gradients, Gradients::active),
        choice("all", &O::gradients, Gradients::all)}},
      {"slow-impact",
       "an impact too slow for the discrete energy",
       {choice("fail", &O::slow_impact, SlowImpact::fail),
        choice("restitution", &O::slow_impact, SlowImpact::restitution),
        choice("contact", &O::slow_impact, SlowImpact::contact)}},
      {"law",
       "what an impact does",
       {choice("elastic", &O::law, Law::elastic), choice("beta", &O::law, Law::beta),
        choice("newton", &O::law, Law::newton), choice("coulomb", &O::law, Law::coulomb),
        choice("moreau", &O::law, Law::moreau), choice("plastic", &O::law, Law::plastic)}},
      {"form",
       "plus: forward in time, minus: backward",
       {choice("plus", &O::form, Form::plus), choice("minus", &O::form, Form::minus)}},
  };
  return variants;
}

std::vector<std::string> Variant::words() const {
  std::vector<std::string> words;
  for (const Choice& c : choices) words.push_back(c.word);
  return words;
}

void Variant::apply(const std::string& word, StepperOptions& options) const {
  for (const Choice& c : choices)
    if (c.word == word) return c.apply(options);
  throw std::invalid_argument("--" + name + ": unknown choice '" + word + "'" +
                              suggestion(word, words()));
}

}  // namespace ricochet::cli
