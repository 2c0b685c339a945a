#include "ricochet/backends/standing_options.hpp"

#include <IpIpoptApplication.hpp>
#include <gtest/gtest.h>

#include <string>

namespace ricochet {
namespace {

/// The same options with and without a memory.
class Standing : public testing::Test {
 protected:
  Standing() {
    Ipopt::IpoptApplication::RegisterAllIpoptOptions(known);
    for (Ipopt::OptionsList* options : {plain(), standing()}) {
      options->SetNumericValue("tol", 1e-5);
      options->SetIntegerValue("max_iter", 17);
      options->SetStringValue("mu_strategy", "adaptive");
      options->SetStringValue("sb", "yes");
    }
  }
  [[nodiscard]] Ipopt::OptionsList* plain() const { return GetRawPtr(plain_); }
  [[nodiscard]] Ipopt::OptionsList* standing() const { return GetRawPtr(standing_); }

  /// What is wrong with an answer; empty if nothing is.
  template <class Value, class Ask>
  static std::string differs(const std::string& tag, const Ask& ask) {
    Value right = {}, answered = {};
    const bool right_set = ask(true, tag, right), answered_set = ask(false, tag, answered);
    return right == answered && right_set == answered_set ? "" : tag;
  }
  std::string wrong_number(const std::string& tag) {
    return differs<Ipopt::Number>(tag, [this](bool first, const std::string& t, double& value) {
      return (first ? plain() : standing())->GetNumericValue(t, value, "");
    });
  }
  std::string wrong_text(const std::string& tag, const std::string& prefix = "") {
    return differs<std::string>(tag, [&](bool first, const std::string& t, std::string& value) {
      return (first ? plain() : standing())->GetStringValue(t, value, prefix);
    });
  }
  std::string wrong_choice(const std::string& tag) {
    return differs<Ipopt::Index>(tag, [this](bool first, const std::string& t, int& value) {
      return (first ? plain() : standing())->GetEnumValue(t, value, "");
    });
  }

  Ipopt::SmartPtr<Ipopt::RegisteredOptions> known = new Ipopt::RegisteredOptions();

 private:
  Ipopt::SmartPtr<Ipopt::Journalist> journalist_ = new Ipopt::Journalist();
  Ipopt::SmartPtr<Ipopt::OptionsList> plain_ = new Ipopt::OptionsList(known, journalist_),
                                      standing_ = new StandingOptions(known, journalist_);
};

TEST_F(Standing, options_answer_like_those_of_ipopt_in_any_order) {
  for (const auto* order : {"first", "again"})
    for (const char* tag : {"tol", "mu_init", "constr_viol_tol", "tol"})
      EXPECT_EQ(wrong_number(tag), "") << order;
  for (const char* tag : {"mu_init", "tol", "mu_init"}) EXPECT_EQ(wrong_number(tag), "");
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(wrong_text("mu_strategy"), "");
    EXPECT_EQ(wrong_text("mu_strategy", "resto."), "") << "with a prefix of its own";
    EXPECT_EQ(wrong_choice("fixed_variable_treatment"), "");
    bool flag = false;
    EXPECT_TRUE(standing()->GetBoolValue("sb", flag, ""));
    EXPECT_TRUE(flag);
    Ipopt::Index limit = 0;
    EXPECT_TRUE(standing()->GetIntegerValue("max_iter", limit, ""));
    EXPECT_EQ(limit, 17);
  }
}

TEST_F(Standing, options_are_read_anew_when_they_are_set_anew) {
  EXPECT_EQ(wrong_number("tol"), "");
  standing()->SetNumericValue("tol", 1e-3);
  EXPECT_EQ(wrong_number("tol"), "tol") << "only one of the lists has changed";
  plain()->SetNumericValue("tol", 1e-3);
  EXPECT_EQ(wrong_number("tol"), "");
  bool flag = false;
  EXPECT_FALSE(standing()->GetBoolValue("warm_start_same_structure", flag, ""));
  EXPECT_FALSE(flag);
  standing()->SetStringValue("warm_start_same_structure", "yes");
  EXPECT_TRUE(standing()->GetBoolValue("warm_start_same_structure", flag, ""));
  EXPECT_TRUE(flag);
}

TEST_F(Standing, options_that_ipopt_does_not_know_are_refused_every_time) {
  double value = 0.0;
  for (int i = 0; i < 2; ++i)
    EXPECT_THROW((void)standing()->GetNumericValue("tolerance", value, ""), Ipopt::IpoptException);
  EXPECT_FALSE(standing()->SetStringValue("linear_solver", "mumsp"));
}

}  // namespace
}  // namespace ricochet
