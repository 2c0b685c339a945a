#pragma once

#include "ricochet/state.hpp"
#include "ricochet/system.hpp"

#include <Eigen/Dense>

#include <cmath>
#include <complex>
#include <numbers>

/// The periodic orbit of the hopper and its multipliers in closed form: flights are linear, and a
/// period has one impact.

namespace ricochet::support {

/// The orbit in y = (z, dz/dt, r, dr/dt): the mean height z of body and foot, which flies a
/// parabola, and the stretch r of the leg, a damped oscillator with a drive:
///
///   r'' = (2/m) (F cos(omega t) - k r - c r')
///
/// An impact on the foot with the impulse J = 2 m g T that carries the weight for a period gives
/// z' += J / 2m = g T and r' -= J/m = 2 g T. The response to it does not depend on its time,
/// that to the drive does: the foot must arrive with z' - r'/2 = -J / (m (1 + e)).
struct HopperOrbit {
  double m, g, k, c, F, e, T, omega, decay, ringing;
  double phase = 0.0;  // omega t at the impact

  explicit HopperOrbit(const System& s)
      : m(s.parameter("mass")),
        g(s.parameter("gravity")),
        k(s.parameter("stiffness")),
        c(s.parameter("drag")),
        F(s.parameter("force")),
        e(s.parameter("restitution")),
        T(1.0 / s.parameter("frequency")),
        omega(2.0 * std::numbers::pi / T),
        decay(c / m),
        ringing(std::sqrt(2.0 * k / m - decay * decay)) {
    const double needed = 2.0 * (2.0 * g * T / (1.0 + e) - 0.5 * g * T) - struck(T)[1];
    const std::complex<double> rate = std::complex<double>(0.0, omega) * response();
    phase = std::acos(needed / std::abs(rate)) - std::arg(rate);
  }

  /// Of r, without the drive, over a time.
  [[nodiscard]] Eigen::Matrix2d leg(double t) const {
    const double C = std::cos(ringing * t), S = std::sin(ringing * t) / ringing;
    Eigen::Matrix2d flow;
    flow << C + decay * S, S, -2.0 * k / m * S, C - decay * S;
    return std::exp(-decay * t) * flow;
  }
  /// (r, r') that the impacts alone cause, a time after the last one.
  [[nodiscard]] Eigen::Vector2d struck(double t) const {
    const Eigen::Vector2d kick(0.0, -2.0 * g * T);
    return leg(t) * (Eigen::Matrix2d::Identity() - leg(T)).inverse() * kick;
  }
  /// Amplitude of r under the drive.
  [[nodiscard]] std::complex<double> response() const {
    return F / (std::complex<double>(k, c * omega) - 0.5 * m * omega * omega);
  }
  /// y a time after the impact; z from that of the impact on.
  [[nodiscard]] Vector at(double after) const {
    const std::complex<double> driven = response() * std::polar(1.0, phase + omega * after);
    const Eigen::Vector2d r =
        struck(after) + Eigen::Vector2d(driven.real(), -omega * driven.imag());
    return Vector{{0.5 * g * after * (T - after), g * (0.5 * T - after), r[0], r[1]}};
  }
  /// Its height.
  [[nodiscard]] double foot(double after) const {
    return at(after)[0] - 0.5 * (at(after)[2] - at(0.0)[2]);
  }
  /// In a period of the motor.
  [[nodiscard]] double time_of_impact() const {
    const double t = phase / omega;
    return t - T * std::floor(t / T);
  }
  /// (q, p) where a period of the motor begins.
  [[nodiscard]] State start(double length) const {
    const double after = T - time_of_impact();
    const Vector y = at(after);
    const double low = foot(after), stretch = y[2] + length;
    return {.q = Vector{{low + stretch, low}},
            .p = Vector{{m * (y[1] + 0.5 * y[3]), m * (y[1] - 0.5 * y[3])}}};
  }
  /// dy/dt at the phase of the impact.
  [[nodiscard]] Vector field(const Vector& y) const {
    return Vector{{y[1], -g, y[3], 2.0 / m * (F * std::cos(phase) - k * y[2] - c * y[3])}};
  }
  /// Flow over a period times the saltation matrix R + (f+ - R f-) n^T / (n^T f-) of the impact,
  /// with the reset R of the velocities and the gradient n of the height of the foot.
  [[nodiscard]] Matrix monodromy() const { return saltation(1.0) * flow(); }
  /// What it would be if the time of the impact did not depend on the start.
  [[nodiscard]] Matrix monodromy_at_fixed_time() const { return saltation(0.0) * flow(); }

  [[nodiscard]] Matrix flow() const {
    Matrix whole = Matrix::Identity(4, 4);
    whole(0, 1) = T;
    whole.bottomRightCorner(2, 2) = leg(T);
    return whole;
  }
  [[nodiscard]] Matrix saltation(double share) const {
    Matrix reset = Matrix::Identity(4, 4);
    const Eigen::RowVector4d speed(0.0, 1.0, 0.0, -0.5), normal(1.0, 0.0, -0.5, 0.0);
    reset.row(1) -= 0.5 * (1.0 + e) * speed;
    reset.row(3) += (1.0 + e) * speed;
    const Vector before = field(at(T)), behind = field(at(0.0));
    return reset + share * (behind - reset * before) * normal / normal.dot(before);
  }
};

}  // namespace ricochet::support
