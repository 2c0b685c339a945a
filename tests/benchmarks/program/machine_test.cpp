#include "program/machine.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ricochet::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Machine, names_its_processor_without_the_word_for_it) {
  EXPECT_NE(processor(), "");
  EXPECT_THAT(processor(), Not(HasSubstr("model name")));
  EXPECT_NE(processor().front(), ' ');
}

TEST(Versions, name_everything_that_times_depend_on) {
  for (const char* part : {"ricochet ", " (commit ", ", CasADi 3.", ", IPOPT 3.", ", compiler "})
    EXPECT_THAT(versions(), HasSubstr(part));
}

}  // namespace
}  // namespace ricochet::cli
