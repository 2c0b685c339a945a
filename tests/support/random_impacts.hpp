#pragma once

#include "ricochet/stepper.hpp"
#include "support/impact_judge.hpp"

#include <random>
#include <string>
#include <vector>

namespace ricochet::support {

/// Where random steps lead.
enum class Scene {
  wall,    ///< one curved wall
  walls,   ///< three of them, met one after the other where the motion lets them
  corner,  ///< two or three walls that meet where it arrives: an interior corner
  faces,   ///< a union of two walls, an exterior corner: one face
  tip,     ///< its tip
};

[[nodiscard]] std::string to_string(Scene scene);

/// Random steps with impacts, made backwards: the place of the first impact, the velocity there and
/// the fraction of the step are chosen, then the start. Mass matrix, potential and walls are
/// parameters, so that one stepper serves all of a scene.
///
///   M = B B^T,   V = force.q + stiffness |q|^2 / 2 + hardening |q|^4 / 4
///   g_r = normal_r.(q - place_r) + curvature_r |q - place_r|^2 / 2
class RandomImpacts {
 public:
  RandomImpacts(Scene scene, Index n, const Discretization& d);

  struct Trial {
    State start = {};
    double h = 0.0, alpha = 0.0;  ///< the first wall is met at alpha h, unless another is before
  };
  /// A new trial; sets the parameters of the stepper and of the judge.
  Trial next(std::mt19937_64& random, Stepper& stepper);

  [[nodiscard]] const System& system() const { return system_; }
  [[nodiscard]] ImpactJudge& judge() { return judge_; }

 private:
  struct Wall {
    Vector place, normal;
    double curvature = 0.0;
  };
  void draw_mechanics(std::mt19937_64& random);
  std::vector<Wall> draw_walls(std::mt19937_64& random, const Vector& x, Vector w, double left);
  void set(const std::string& name, double value) { system_ = system_.with(name, value); }
  [[nodiscard]] bool admits(const Vector& q) const;

  Scene scene_;
  Index n_;
  size_t walls_;
  System system_;
  ImpactJudge judge_;
};

}  // namespace ricochet::support
