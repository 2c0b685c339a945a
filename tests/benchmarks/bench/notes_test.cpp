#include "bench/report.hpp"

#include <gtest/gtest.h>

#include <string>

namespace ricochet::cli {
namespace {

Measurement row(const std::string& problem, const std::string& method, const std::string& status,
                const std::string& message, const std::string& backend = "newton") {
  return {.trial = {.problem = {.problem = problem}, .method = method, .backend = backend},
          .status = status,
          .message = message};
}

TEST(BenchNotes, are_empty_if_all_is_well) {
  EXPECT_EQ(bench_notes({}), "");
  EXPECT_EQ(bench_notes({row("bowl", "gvi", "converged", "")}), "");
}

TEST(BenchNotes, tell_failures_from_cuts) {
  EXPECT_EQ(bench_notes({row("bowl", "gvi", "cut", "too slow"),
                         row("crest", "gvi", "singular", "no pivot"),
                         row("crest", "rattle", "converged", "")}),
            "Failed:\n\n- crest with gvi, newton: no pivot\n\n"
            "Cut by the limit of time:\n\n- bowl with gvi, newton: too slow\n\n");
}

TEST(BenchNotes, join_methods_and_cases_of_one_refusal) {
  EXPECT_EQ(bench_notes({row("bowl", "gvi", "refused", "no unions"),
                         row("bowl", "gvi", "refused", "no unions", "ipopt"),
                         row("crest", "gvi", "refused", "no unions"),
                         row("bowl", "rattle", "refused", "no unions"),
                         row("crest", "rattle", "refused", "no unions"),
                         row("bowl", "hybrid", "refused", "no contact")}),
            "Methods that cannot take a case:\n\n"
            "- gvi, rattle: bowl, crest: no unions\n- hybrid: bowl: no contact\n\n");
}

TEST(BenchNotes, name_backends_of_what_was_not_tried_where_there_are_several) {
  const Measurement one = row("bowl", "gvi", "not_tried", "too large");
  EXPECT_EQ(bench_notes({one}), "Not tried:\n\n- gvi: bowl: too large\n\n");
  EXPECT_EQ(bench_notes({one, row("bowl", "gvi", "converged", "", "ipopt")}),
            "Not tried:\n\n- gvi, newton: bowl: too large\n\n");
}

}  // namespace
}  // namespace ricochet::cli
