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

class ConstraintRows : public testing::TestWithParam<Refusal> {};

TEST_P(ConstraintRows, is_refused_with_object_expectation_and_value) { expect_refused(GetParam()); }

INSTANTIATE_TEST_SUITE_P(
    Rows, ConstraintRows,
    testing::Values(Refusal{"equality_without_expression",
                            [](S& s) { s.f.add("rod", Expr()); },
                            {"equality 'rod' has no expression"}},
                    Refusal{
                        "equality_not_scalar",
                        [](S& s) { s.f.add("rod", s.q); },
                        {"equality 'rod' must be one scalar", "not 2 x 1", "one row per entry"}},
                    Refusal{"equality_with_a_stranger",
                            [](S& s) { s.f.add("rod", stranger()); },
                            {"equality 'rod' contains the symbol 'stranger'", ".parameters"}},
                    Refusal{"equality_nan",
                            [](S& s) { s.f.add("rod", nan); },
                            {"equality 'rod' contains the constant NaN"}},
                    Refusal{"inequality_without_expression",
                            [](S& s) { s.g.add("wall", Expr()); },
                            {"inequality 'wall' has no expression"}},
                    Refusal{"inequality_not_scalar",
                            [](S& s) { s.g.add("wall", s.q.T()); },
                            {"inequality 'wall' must be one scalar", "not 1 x 2"}},
                    Refusal{"inequality_with_a_stranger",
                            [](S& s) { s.g.add("wall", s.q(0) - stranger()); },
                            {"inequality 'wall' contains the symbol 'stranger'", "neither q nor"}},
                    Refusal{"inequality_nan",
                            [](S& s) { s.g.add("wall", nan); },
                            {"inequality 'wall' contains the constant NaN"}},
                    Refusal{"equality_without_a_coordinate",
                            [](S& s) { s.f.add("rod", s.parameters[0].symbol - 2.0); },
                            {"equality 'rod' contains no coordinate", "always or never"}},
                    Refusal{"inequality_without_a_coordinate",
                            [](S& s) { s.g.add("wall", 1.0); },
                            {"inequality 'wall' contains no coordinate", "remove it"}},
                    Refusal{"union_with_a_piece_without_a_coordinate",
                            [](S& s) {
                              s.g.add_any("tip", {s.q(0), Expr(1.0)});
                            },
                            {"a piece of union 'tip' contains no coordinate"}},
                    Refusal{"inequality_of_the_time_alone",
                            [](S& s) { s.g.add("piston", 2.0 - s.t); },
                            {"inequality 'piston' contains no coordinate", "always or never"}},
                    Refusal{"inequality_with_velocities",
                            [](S& s) { s.g.add("limit", 3.0 - s.v(1) + s.q(0)); },
                            {"inequality 'limit' contains the symbol 'v_1'",
                             "cannot depend on the velocities .v", ".omega"}},
                    Refusal{"inequality_with_a_time_that_was_not_given",
                            [](S& s) { s.g.add("piston", s.q(0) - Expr::sym("t")); },
                            {".parameters", "if it is the time, give it as .t"}},
                    Refusal{"inequality_with_velocities_that_were_not_given",
                            [](S& s) { s.g.add("limit", s.q(0) - Expr::sym("v", 2)(0)); },
                            {".parameters", "if it is a velocity"}},
                    Refusal{"row_without_velocities",
                            [](S& s) { s.omega.add("edge", s.t * s.q(1)); },
                            {"nonholonomic row 'edge'", "must be linear in v", "and contain v"}},
                    Refusal{"union_of_one_piece",
                            [](S& s) { s.g.add_any("tip", {s.q(0)}); },
                            {"union 'tip' needs two pieces or more", "use add for one"}},
                    Refusal{"union_with_a_column",
                            [](S& s) {
                              s.g.add_any("tip", {s.q(0), s.q});
                            },
                            {"union 'tip' must be one scalar", "2 x 1"}},
                    Refusal{"union_with_a_stranger",
                            [](S& s) {
                              s.g.add_any("tip", {s.q(0), stranger()});
                            },
                            {"union 'tip' contains the symbol 'stranger'"}},
                    Refusal{"skate_without_velocities",
                            [](S& s) {
                              s.forces.clear();
                              s.v = Expr();
                            },
                            {".omega needs the velocity symbols .v"}},
                    Refusal{"skate_with_a_stranger",
                            [](S& s) { s.omega.add("edge", stranger() * s.v(0)); },
                            {"nonholonomic row 'edge' contains the symbol 'stranger'", "q, v"}},
                    Refusal{"skate_quadratic",
                            [](S& s) { s.omega.add("edge", s.v(0) * s.v(0)); },
                            {"nonholonomic row 'edge' must be linear in v"}},
                    Refusal{"skates_that_repeat_each_other",
                            [](S& s) { s.omega.add("edge", 2.0 * s.v(0) - 2.0 * s.q(1) * s.v(1)); },
                            {"the nonholonomic rows must be linearly independent", "remove rows"}},
                    Refusal{"more_skates_than_coordinates",
                            [](S& s) { s.omega.add("edge", s.v(0)).add("blade", s.v(1)); },
                            {"the nonholonomic rows must be linearly independent"}},
                    Refusal{"skate_zero",
                            [](S& s) { s.omega.add("edge", 0.0 * s.v(0)); },
                            {"must be linear in v", "and contain v"}},
                    Refusal{"row_without_name",
                            [](S& s) { s.g.add("", s.q(0)); },
                            {"inequality has an empty name"}},
                    Refusal{"two_rows_of_one_kind_with_one_name",
                            [](S& s) { s.g.add("floor", s.q(0)); },
                            {"the name 'floor' is used twice", "must differ"}},
                    Refusal{"two_rows_of_two_kinds_with_one_name",
                            [](S& s) { s.f.add("floor", s.q(0)); },
                            {"the name 'floor' is used twice"}}),
    refusal_name);

INSTANTIATE_TEST_SUITE_P(
    ContactLaws, ConstraintRows,
    testing::Values(
        Refusal{"restitution_above_one",
                [](S& s) { s.g.add("wall", s.q(0), Contact{.restitution = 1.5}); },
                {"restitution of 'wall' must be in [0, 1]", "not 1.5"}},
        Refusal{"restitution_below_zero",
                [](S& s) { s.parameters[1].value = -0.25; },
                {"restitution of 'floor' must be in [0, 1]", "not -0.25"}},
        Refusal{"restitution_nan",
                [](S& s) { s.g.add("wall", s.q(0), Contact{.restitution = nan}); },
                {"restitution of 'wall' must be in [0, 1]", "nan"}},
        Refusal{"restitution_a_column",
                [](S& s) { s.g.add("wall", s.q(0), Contact{.restitution = Expr::ones(2)}); },
                {"restitution of 'wall' must be 1 x 1", "not 2 x 1"}},
        Refusal{"restitution_depending_on_q",
                [](S& s) { s.g.add("wall", s.q(0), Contact{.restitution = s.q(1)}); },
                {"restitution of 'wall' contains the symbol 'q_1'", "a number nor a parameter"}},
        Refusal{"friction_negative",
                [](S& s) { s.g.add("wall", s.q(0), Contact{.friction = -0.1}); },
                {"friction of 'wall' must be >= 0 and finite", "not -0.1"}},
        Refusal{"friction_infinite",
                [](S& s) { s.g.add("wall", s.q(0), Contact{.friction = infinity}); },
                {"friction of 'wall' must be >= 0 and finite", "inf"}},
        Refusal{"tangent_of_another_size",
                [](S& s) { s.g.add("wall", s.q(0), Contact{.tangents = {Expr::ones(3)}}); },
                {"a tangent of 'wall' must be 2 x 1", "not 3 x 1"}},
        Refusal{"tangent_with_a_stranger",
                [](S& s) { s.g.add("wall", s.q(0), Contact{.tangents = {stranger() * s.q}}); },
                {"a tangent of 'wall' contains the symbol 'stranger'"}},
        Refusal{"tangent_along_the_gradient",
                [](S& s) {
                  s.g.add("hill", s.q(0) * s.q(0) - s.q(1),
                          Contact{.tangents = {vertcat(4.0 * s.q(0), Expr(-2.0))}});
                },
                {"the tangents of 'hill' and its gradient must be linearly independent", "t(q)"}},
        Refusal{"tangent_zero",
                [](S& s) { s.g.add("wall", s.q(0), Contact{.tangents = {Expr::zeros(2)}}); },
                {"the tangents of 'wall' and its gradient must be linearly independent"}},
        Refusal{"two_tangents_in_the_plane",
                [](S& s) {
                  s.g.add("wall", s.q(0),
                          Contact{.tangents = {vertcat(Expr(0.0), Expr(1.0)),
                                               vertcat(Expr(1.0), Expr(1.0))}});
                },
                {"the tangents of 'wall' and its gradient must be linearly independent"}}),
    refusal_name);

Expr momentum(const Expr& /*q*/, const Expr& p) { return p(0); }

INSTANTIATE_TEST_SUITE_P(
    ForcesAndMomenta, ConstraintRows,
    testing::Values(
        Refusal{"force_without_name",
                [](S& s) {
                  s.forces.push_back({"", s.q});
                },
                {"a force has an empty name"}},
        Refusal{"force_of_another_size",
                [](S& s) {
                  s.forces.push_back({"wind", 1.0});
                },
                {"force 'wind' must be 2 x 1", "not 1 x 1"}},
        Refusal{"force_with_a_stranger",
                [](S& s) {
                  s.forces.push_back({"wind", stranger() * s.q});
                },
                {"force 'wind' contains the symbol 'stranger'", "q, v, t"}},
        Refusal{"force_with_undeclared_time",
                [](S& s) {
                  s.forces.push_back({"wind", s.t * s.q});
                  s.t = Expr();
                },
                {"force 'wind' contains the symbol 't'"}},
        Refusal{"momentum_without_function",
                [](S& s) {
                  s.momenta.push_back({"spin", {}});
                },
                {"momentum map 'spin' has no function J(q, p)"}},
        Refusal{"momentum_without_name",
                [](S& s) {
                  s.momenta.push_back({"", momentum});
                },
                {"a momentum map has an empty name"}},
        Refusal{"momentum_given_twice",
                [](S& s) {
                  s.momenta.push_back({"momentum", momentum});
                },
                {"the name 'momentum' is used twice"}},
        Refusal{"momentum_not_scalar",
                [](S& s) {
                  s.momenta.push_back({"spin", [](const Expr&, const Expr& p) { return p; }});
                },
                {"momentum map 'spin' must be 1 x 1", "not 2 x 1"}},
        Refusal{"momentum_with_a_stranger",
                [](S& s) {
                  s.momenta.push_back(
                      {"spin", [](const Expr&, const Expr& p) { return Expr(stranger() * p(0)); }});
                },
                {"momentum map 'spin' contains the symbol 'stranger'", "q, p"}}),
    refusal_name);

}  // namespace
}  // namespace ricochet
