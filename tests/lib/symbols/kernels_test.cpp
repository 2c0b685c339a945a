#include "ricochet/symbols/kernels.hpp"

#include "ricochet/symbols/casadi_eigen.hpp"
#include "support/matchers.hpp"
#include "support/processor.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

TEST(Kernels, have_names) {
  EXPECT_EQ(kernels_named("native"), Kernels::native);
  EXPECT_EQ(kernels_named("interpreted"), Kernels::interpreted);
}

TEST(Kernels, of_another_name_are_refused) {
  for (const char* wrong : {"", "fast", "Native"})
    support::expect_message([wrong] { (void)kernels_named(wrong); },
                            {"RICOCHET_KERNELS must be 'native' or 'interpreted'", wrong});
}

TEST(Kernels, can_be_chosen_one_by_one) {
  const Expr x = Expr::sym("x");
  const auto made = [&x](Kernels how) { return Kernel("f", {x}, {2.0 * x}, false, how).how(); };
  EXPECT_EQ(made(Kernels::interpreted), Kernels::interpreted);
  EXPECT_EQ(made(Kernels::native), support::kernels_of_this_processor);
}

TEST(Kernels, are_copied_as_they_are) {
  const Expr x = Expr::sym("x");
  for (const Kernels how : {Kernels::interpreted, support::kernels_of_this_processor}) {
    const Kernel kernel("f", {x}, {2.0 * x}, false, how);
    Kernel copy(kernel);
    EXPECT_EQ(copy.how(), how);
    double y = 0.0;
    copy({3.0}, {y});
    EXPECT_EQ(y, 6.0);
  }
}

}  // namespace
}  // namespace ricochet
