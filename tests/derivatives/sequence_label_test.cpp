#include "ricochet/derivatives/sequence_label.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <utility>
#include <vector>

namespace ricochet {
namespace {

using Flight = StepSequence::Flight;
using Rule = StepSequence::Impact::Rule;

/// Flies from impact to impact on single contacts.
StepSequence hits(const std::vector<Index>& entries) {
  StepSequence sequence;
  for (const Index entry : entries) {
    sequence.flights.push_back({.hits = entry});
    sequence.impacts.push_back({.pushed = {.closed = {entry}}});
  }
  sequence.flights.push_back({});
  return sequence;
}

TEST(SequenceLabel, of_single_impacts_is_a_number_in_base_of_the_contacts) {
  EXPECT_EQ(label_of(StepSequence::free(), 2), 0.0);
  EXPECT_EQ(label_of(hits({0}), 2), 1.0);
  EXPECT_EQ(label_of(hits({1}), 2), 2.0);
  EXPECT_EQ(label_of(hits({1, 0}), 2), 2.0 + 3.0 * 1.0);
}

TEST(SequenceLabel, differs_wherever_something_else_was_decided) {
  std::vector<StepSequence> all{hits({0}), hits({1}), hits({0, 1}), hits({1, 0})};
  const auto with = [&](auto&& change) {
    all.push_back(hits({0}));
    change(all.back());
  };
  with([](StepSequence& s) {
    s.resting = {0};
    s.flights[0].during.closed = {0};
  });
  with([](StepSequence& s) { s.flights[1].during.closed = {0}; });
  with([](StepSequence& s) { s.flights[1].landing.closed = {0}; });
  with([](StepSequence& s) { s.flights[1].during = {.closed = {0}, .stuck = {0}}; });
  with([](StepSequence& s) {
    s.flights[1].during = {.closed = {0}, .rubbing = {{.entry = 0, .side = 1}}};
  });
  with([](StepSequence& s) {
    s.flights[1].during = {.closed = {0}, .rubbing = {{.entry = 0, .side = -1}}};
  });
  with([](StepSequence& s) { s.impacts[0].rule = Rule::rest; });
  for (const Rule rule : {Rule::restitution, Rule::share})
    with([rule](StepSequence& s) {
      s.impacts[0].rule = rule;
      s.impacts[0].restitution = 0;
    });
  with([](StepSequence& s) { s.impacts[0].pushed.closed = {0, 1}; });
  with([](StepSequence& s) { s.impacts[0].pushed.stuck = {0}; });
  with([](StepSequence& s) { s.impacts[0].then = {{.closed = {1}}}; });
  with([](StepSequence& s) { s.grid = {.rule = Rule::mirror, .pushed = {.closed = {1}}}; });
  with([](StepSequence& s) { s.flights[0] = {.halvings = 1}; });
  with([](StepSequence& s) { s.flights[0] = {.stops = 0}; });
  std::set<double> labels;
  for (const StepSequence& sequence : all) labels.insert(label_of(sequence, 2));
  EXPECT_EQ(labels.size(), all.size());
  for (const double label : labels) EXPECT_EQ(label, std::trunc(label));
}

TEST(SequenceLabel, tells_reflections_at_grid_points) {
  StepSequence sequence = StepSequence::free();
  sequence.grid = {.rule = Rule::mirror, .pushed = {.closed = {0}}};
  const double label = label_of(sequence, 2);
  EXPECT_TRUE(reflects_at_grid(label));
  EXPECT_NE(label, label + 1.0) << "exact";
  std::swap(sequence.impacts.emplace_back(), *sequence.grid);
  sequence.grid.reset();
  EXPECT_FALSE(reflects_at_grid(label_of(sequence, 2)));
  EXPECT_FALSE(reflects_at_grid(-4503599627370496.0)) << "the least of all others";
}

/// Beyond 2^52 a sum would not be exact.
TEST(SequenceLabel, of_many_impacts_is_not_a_rounded_sum) {
  std::vector<Index> many(60, 0), other(60, 0);
  other.back() = 1;
  EXPECT_LT(label_of(hits(many), 2), 0.0);
  EXPECT_NE(label_of(hits(many), 2), label_of(hits(other), 2));
}

}  // namespace
}  // namespace ricochet
