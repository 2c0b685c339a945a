#include "support/refusal.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

using support::expect_refused;
using support::infinity;
using support::nan;
using support::Refusal;
using support::refusal_name;
using support::stranger;
using S = SystemSpecification;

class Specification : public testing::TestWithParam<Refusal> {};

TEST_P(Specification, is_refused_with_object_expectation_and_value) { expect_refused(GetParam()); }

TEST(ValidSpecification, is_accepted) { EXPECT_NO_THROW((void)System(support::valid())); }

INSTANTIATE_TEST_SUITE_P(
    Coordinates, Specification,
    testing::Values(
        Refusal{"no_name", [](S& s) { s.name = ""; }, {".name must not be empty"}},
        Refusal{"no_q", [](S& s) { s.q = Expr(); }, {".q must be given", "Expr::sym(\"q\", n)"}},
        Refusal{"q_is_no_symbol",
                [](S& s) { s.q = 2.0 * s.q; },
                {".q must be a column of symbols", "2 x 1"}},
        Refusal{"q_is_a_row",
                [](S& s) { s.q = Expr::sym("q", 1, 2); },
                {".q must be a column of symbols", "1 x 2"}},
        Refusal{"v_has_another_size",
                [](S& s) { s.v = Expr::sym("v", 3); },
                {".v must be 2 x 1", "n = 2", "not 3 x 1"}},
        Refusal{
            "v_is_no_symbol", [](S& s) { s.v = 2.0 * s.v; }, {".v must be a column of symbols"}},
        Refusal{"t_is_a_column", [](S& s) { s.t = Expr::sym("t", 2); }, {".t must be one symbol"}},
        Refusal{"t_is_a_number", [](S& s) { s.t = 1.0; }, {".t must be one symbol"}},
        Refusal{"length_is_zero",
                [](S& s) { s.length = 0.0; },
                {".length must be positive and finite", "not 0"}},
        Refusal{"length_is_not_a_number",
                [](S& s) { s.length = nan; },
                {".length must be positive and finite", "nan"}},
        Refusal{"time_is_negative",
                [](S& s) { s.time = -2.0; },
                {".time must be positive and finite", "not -2"}}),
    refusal_name);

INSTANTIATE_TEST_SUITE_P(
    Parameters, Specification,
    testing::Values(
        Refusal{"empty_name", [](S& s) { s.parameters[0].name = ""; }, {"parameter", "empty name"}},
        Refusal{"given_twice",
                [](S& s) { s.parameters[1].name = "mass"; },
                {"parameter 'mass' is given twice"}},
        Refusal{"a_number_for_a_symbol",
                [](S& s) {
                  s.parameters.push_back({"radius", 3.0, 3.0});
                },
                {"parameter 'radius' must be one symbol", "Expr::sym(\"radius\")"}},
        Refusal{"a_column_for_a_symbol",
                [](S& s) {
                  s.parameters.push_back({"radii", Expr::sym("radii", 2), 3.0});
                },
                {"parameter 'radii' must be one symbol"}},
        Refusal{"value_not_a_number",
                [](S& s) { s.parameters[0].value = nan; },
                {"parameter 'mass' must be a finite number", "nan"}},
        Refusal{"value_infinite",
                [](S& s) { s.parameters[0].value = -infinity; },
                {"parameter 'mass' must be a finite number", "-inf"}},
        Refusal{"value_out_of_its_range",
                [](S& s) { s.parameters[1].range = Range::within(0.75, 1.0); },
                {"parameter 'restitution' must be in [0.75, 1], not 0.5"}}),
    refusal_name);

INSTANTIATE_TEST_SUITE_P(
    Mechanics, Specification,
    testing::Values(
        Refusal{"no_mass", [](S& s) { s.M = Expr(); }, {".M (n x n)", "must be given"}},
        Refusal{"mass_of_another_size",
                [](S& s) { s.M = Expr::eye(3); },
                {".M must be 2 x 2", "n = 2", "not 3 x 3"}},
        Refusal{"mass_depending_on_q",
                [](S& s) { s.M = (1.0 + s.q(0)) * Expr::eye(2); },
                {".M depends on q", ".L = 1/2 v^T M(q) v - V(q)"}},
        Refusal{"mass_with_a_stranger",
                [](S& s) { s.M = stranger() * Expr::eye(2); },
                {".M contains the symbol 'stranger'", "parameter"}},
        Refusal{"mass_with_the_constant_nan",
                [](S& s) { s.M(0, 0) = nan; },
                {".M contains the constant NaN"}},
        Refusal{"mass_not_symmetric",
                [](S& s) { s.M(0, 1) = 0.5; },
                {"M must be symmetric", "M(1,0) = 0", "M(0,1) = 0.5"}},
        Refusal{"mass_indefinite",
                [](S& s) { s.M(1, 1) = -3.0; },
                {"M must be positive definite", "smallest diagonal entry is -3"}},
        Refusal{
            "mass_singular", [](S& s) { s.M = Expr::ones(2, 2); }, {"M must be positive definite"}},
        Refusal{"mass_infinite_by_a_parameter",
                [](S& s) { s.M = Expr::eye(2) / (s.parameters[0].symbol - 2.0); },
                {"M must be finite"}},
        Refusal{"no_potential", [](S& s) { s.V = Expr(); }, {".V must be given", "0.0"}},
        Refusal{"potential_not_scalar", [](S& s) { s.V = s.q; }, {".V must be 1 x 1", "not 2 x 1"}},
        Refusal{"potential_with_a_stranger",
                [](S& s) { s.V = stranger() * s.q(0); },
                {".V contains the symbol 'stranger'", "neither q nor a parameter"}},
        Refusal{"potential_with_velocity",
                [](S& s) { s.V = s.v(0); },
                {".V contains the symbol 'v_0'", "cannot depend on the velocities .v"}},
        Refusal{"mass_with_the_time",
                [](S& s) { s.M = (1.0 + s.t * s.t) * Expr::eye(2); },
                {".M contains the symbol 't'", "cannot depend on the time .t",
                 "Potentials, constraints"}},
        Refusal{"potential_nan", [](S& s) { s.V = nan; }, {".V contains the constant NaN"}},
        Refusal{"potential_infinite",
                [](S& s) { s.V = infinity; },
                {".V contains the constant NaN or infinity"}}),
    refusal_name);

void lagrangian(SystemSpecification& s, const Expr& L) {
  s.M = s.V = Expr();
  s.L = L;
}

INSTANTIATE_TEST_SUITE_P(
    Lagrangian, Specification,
    testing::Values(
        Refusal{"with_mass",
                [](S& s) {
                  s.V = Expr();
                  s.L = dot(s.v, s.v);
                },
                {"either .M and .V or .L"}},
        Refusal{"with_potential",
                [](S& s) {
                  s.M = Expr();
                  s.L = dot(s.v, s.v);
                },
                {"either .M and .V or .L"}},
        Refusal{"without_velocities",
                [](S& s) {
                  lagrangian(s, s.q(0));
                  s.v = Expr();
                },
                {".L needs the velocity symbols .v"}},
        Refusal{"not_scalar", [](S& s) { lagrangian(s, s.v); }, {".L must be 1 x 1", "2 x 1"}},
        Refusal{"with_a_stranger",
                [](S& s) { lagrangian(s, stranger() * dot(s.v, s.v)); },
                {".L contains the symbol 'stranger'", "neither q, v nor a parameter"}},
        Refusal{"degenerate",
                [](S& s) { lagrangian(s, s.v(0) * s.v(0) + s.q(1)); },
                {".L is degenerate", "rank at most 1 < n = 2", "inertia"}},
        Refusal{"linear_in_velocity",
                [](S& s) { lagrangian(s, s.v(0) + s.v(1)); },
                {".L is degenerate", "rank at most 0 < n = 2"}}),
    refusal_name);

}  // namespace
}  // namespace ricochet
