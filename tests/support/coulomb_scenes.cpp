#include "support/coulomb_scenes.hpp"

#include <Eigen/Geometry>
#include <Eigen/QR>

#include <cmath>

namespace ricochet::support {

CoulombNumbers stack_of_boxes(Index boxes, double friction, const Vector& v) {
  CoulombNumbers made;
  made.H = Matrix::Zero(3 * boxes, 4 * boxes);
  made.v = v;
  const double turns = 1.0 / std::sqrt(5.0 / 12.0);  // 1 / sqrt(moment of inertia)
  for (Index i = 0; i < boxes; ++i)
    for (Index side = 0; side < 2; ++side) {
      const Index row = 4 * i + 2 * side;
      const double x = side == 0 ? -1.0 : 1.0;
      made.contacts.push_back({.row = row, .tangents = 1, .friction = friction});
      made.H.block<3, 1>(3 * i, row) << 0.0, 1.0, turns * x;
      made.H.block<3, 1>(3 * i, row + 1) << 1.0, 0.0, turns * 0.5;
      if (i == 0) continue;
      made.H.block<3, 1>(3 * i - 3, row) << 0.0, -1.0, -turns * x;
      made.H.block<3, 1>(3 * i - 3, row + 1) << -1.0, 0.0, turns * 0.5;
    }
  made.finish();
  return made;
}

CoulombNumbers chain_on_floor(Index links, double friction, double bend, bool twice,
                              const Vector& v) {
  const Index points = links + 1;
  Matrix rods = Matrix::Zero(2 * points, links + (twice ? 1 : 0));
  for (Index i = 0; i < rods.cols(); ++i) {
    const Index at = i % links;
    const double angle = at % 2 == 0 ? bend : -bend;
    rods.block<4, 1>(2 * at, i) << -std::cos(angle), -std::sin(angle), std::cos(angle),
        std::sin(angle);
  }
  const Matrix free = Matrix::Identity(2 * points, 2 * points) -
                      rods * rods.completeOrthogonalDecomposition().pseudoInverse();
  CoulombNumbers made;
  Matrix H = Matrix::Zero(2 * points, 2 * points);
  for (Index i = 0; i < points; ++i) {
    made.contacts.push_back({.row = 2 * i, .tangents = 1, .friction = friction});
    H(2 * i + 1, 2 * i) = 1.0;
    H(2 * i, 2 * i + 1) = 1.0;
  }
  made.H = free * H;
  made.v = v;
  made.finish();
  return made;
}

CoulombNumbers cube_on_floor(double friction, const Vector& v) {
  CoulombNumbers made;
  made.H.resize(6, 12);
  const double turns = std::sqrt(6.0);
  for (Index i = 0; i < 4; ++i) {
    const Eigen::Vector3d arm(i % 2 == 0 ? -0.5 : 0.5, i < 2 ? -0.5 : 0.5, -0.5);
    made.contacts.push_back({.row = 3 * i, .tangents = 2, .friction = friction});
    const Eigen::Matrix3d axes{{0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}, {1.0, 0.0, 0.0}};
    for (Index j = 0; j < 3; ++j) {
      made.H.col(3 * i + j).head<3>() = axes.col(j);
      made.H.col(3 * i + j).tail<3>() = turns * arm.cross(axes.col(j));
    }
  }
  made.v = v;
  made.finish();
  return made;
}

CoulombNumbers jammed_boxes(Index boxes, double friction, const Vector& v) {
  CoulombNumbers made = stack_of_boxes(boxes, friction, v);
  const Index rows = made.H.cols();
  made.H.conservativeResize(Eigen::NoChange, rows + 4);
  const double turns = 1.0 / std::sqrt(5.0 / 12.0);
  for (Index side = 0; side < 2; ++side) {
    const Index row = rows + 2 * side;
    made.contacts.push_back({.row = row, .tangents = 1, .friction = friction});
    made.H.middleCols(row, 2).setZero();
    made.H.block<3, 1>(3 * boxes - 3, row) << 0.0, -1.0, side == 0 ? turns : -turns;
    made.H.block<3, 1>(3 * boxes - 3, row + 1) << 1.0, 0.0, -turns * 0.5;
  }
  made.finish();
  return made;
}

CoulombNumbers regular_cube(RandomCoulomb& random) {
  CoulombNumbers numbers = cube_on_floor(0.4, random_matrix(random, 6, 1));
  numbers.W.diagonal().array() += 0.5;
  return numbers;
}

}  // namespace ricochet::support
