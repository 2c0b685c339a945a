#pragma once

namespace ricochet::support {

constexpr double gravity = 9.81;  // [m/s^2]

}  // namespace ricochet::support
