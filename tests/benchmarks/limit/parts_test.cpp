/// The parts of a profile, as parts.awk reads them.

#include "support/places.hpp"
#include "support/shell.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

constexpr const char* profile = R"(# callgrind format
version: 1
positions: line
events: Ir
summary: 1111

ob=/usr/lib/libcasadi.so.3.7
fl=???
fn=casadi::SXFunction::eval(double const**) const
0 100
cob=/usr/lib/libm.so.6
cfi=???
cfn=sin
calls=2 0
0 900
0 5
ob=/build/libricochet_backends.so.0.1.0
fl=???
fn=ricochet::DenseSolver::factor(Eigen::Matrix<double, -1, -1> const&)
0 30
fn=void Eigen::internal::call_assignment<double>(double*)
+1 3
fn=ricochet::ActiveSet::settle(Eigen::Matrix<double, -1, 1> const&)
* 7
fn=ricochet::ConeSolver::solve(Eigen::Ref<double>)
-1 20
ob=/lib/x86_64-linux-gnu/libc.so.6
fl=???
fn=malloc
0 40
ob=???
fl=???
fn=0x0000000004c5f000
0 6

totals: 211
)";

TEST(PartsOfAProfile, are_counted_by_library_and_function) {
  const support::ScratchFolder folder;
  (void)folder.write("profile", profile);
  const std::string script = std::string(support::tests_folder) + "/../benchmarks/limit/parts.awk";
  const support::Ended ended = support::shell(folder, "awk -f " + script + " profile");
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_EQ(ended.out, "111 33 40 27\n") << "kernels, linear algebra, memory, rest";
}

}  // namespace
}  // namespace ricochet
