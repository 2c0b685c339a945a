#pragma once

#include "ricochet/contact_table.hpp"
#include "ricochet/system.hpp"

#include <memory>

namespace ricochet {

/// What a System has compiled: its quantities as functions of coordinates, time and parameters. A
/// rheonomic system has a second model, in space-time.
struct System::Model {
  SystemSpecification given;
  Expr theta;  // parameter symbols
  Expr q, v;   // coordinates and velocities, and those of the clock behind them, if there is one
  bool rheonomic = false, clock = false;
  Tolerances tolerances;
  ContactTable table;
  struct Rows {
    Expr g, G;
  } here;  // what they give for q; not known with a clock
  // Arguments in this order, time and parameters last.
  casadi::Function M, V, L, dLdq, momentum, mass, H, f, g, F, G, omega, T, Q, J, contacts;
  casadi::Function f_rate, g_rate, omega_rate;
  std::shared_ptr<const Model> in_space_time;  // of a rheonomic system

  explicit Model(SystemSpecification s);

 private:
  explicit Model(const Model* in_time);
  void compile();
  void compile_motion();
  void compile_rows();
  [[nodiscard]] Expr above_clock(const Expr& rows) const;
};

}  // namespace ricochet
