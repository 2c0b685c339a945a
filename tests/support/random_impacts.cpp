#include "support/random_impacts.hpp"

#include <algorithm>
#include <cmath>

namespace ricochet::support {
namespace {

std::string indexed(const std::string& name, Index i, Index j = -1) {
  std::string text = name;
  text += std::to_string(i);
  if (j >= 0) text.append("_").append(std::to_string(j));
  return text;
}

System scene_system(Scene scene, Index n, size_t walls) {
  SystemSpecification s{.name = to_string(scene), .q = Expr::sym("q", n)};
  const auto parameter = [&s](const std::string& name, double value) {
    const Expr symbol = Expr::sym(name);
    s.parameters.push_back({name, symbol, value});
    return symbol;
  };
  Expr B = Expr::zeros(n, n), force = Expr::zeros(n);
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j <= i; ++j) B(i, j) = parameter(indexed("B", i, j), i == j ? 1.0 : 0.0);
    force(i) = parameter(indexed("force", i), 0.0);
  }
  const Expr r2 = dot(s.q, s.q);
  s.M = mtimes(B, B.T());
  s.V = dot(force, s.q) + 0.5 * parameter("stiffness", 0.0) * r2 +
        0.25 * parameter("hardening", 0.0) * r2 * r2;
  std::vector<Expr> gaps;
  for (Index r = 0; r < static_cast<Index>(walls); ++r) {
    Expr normal = Expr::zeros(n), place = Expr::zeros(n);
    for (Index i = 0; i < n; ++i) {
      normal(i) = parameter(indexed("normal", r, i), 1.0);
      place(i) = parameter(indexed("place", r, i), 0.0);
    }
    const Expr off = s.q - place;
    gaps.push_back(dot(normal, off) +
                   0.5 * parameter(indexed("curvature", r), 0.0) * dot(off, off));
  }
  if (scene == Scene::faces || scene == Scene::tip) {
    s.g.add_any("obstacle", gaps);
  } else {
    for (size_t r = 0; r < walls; ++r) s.g.add(indexed("wall ", static_cast<Index>(r)), gaps[r]);
  }
  return System(s);
}

size_t walls_of(Scene scene, Index n) {
  if (scene == Scene::wall) return 1;
  return scene == Scene::walls || n > 2 ? 3 : 2;
}

Vector gaussian(std::mt19937_64& random, Index n, double size) {
  std::normal_distribution<double> normal(0.0, size);
  Vector v(n);
  for (double& x : v) x = normal(random);
  return v;
}

double uniform(std::mt19937_64& random, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(random);
}

/// A fraction of the step; every second one is near its start or its end.
double fraction(std::mt19937_64& random) {
  const double where = uniform(random, 0.0, 1.0),
               tiny = std::pow(10.0, uniform(random, -12.0, 0.0));
  if (where < 0.25) return tiny;
  return where < 0.5 ? 1.0 - tiny : uniform(random, 0.0, 1.0);
}

}  // namespace

std::string to_string(Scene scene) {
  switch (scene) {
    case Scene::wall: return "wall";
    case Scene::walls: return "walls";
    case Scene::corner: return "corner";
    case Scene::faces: return "faces";
    case Scene::tip: return "tip";
  }
  return {};
}

RandomImpacts::RandomImpacts(Scene scene, Index n, const Discretization& d)
    : scene_(scene),
      n_(n),
      walls_(walls_of(scene, n)),
      system_(scene_system(scene, n, walls_)),
      judge_(system_, d) {}

void RandomImpacts::draw_mechanics(std::mt19937_64& random) {
  for (Index i = 0; i < n_; ++i) {
    for (Index j = 0; j < i; ++j) set(indexed("B", i, j), uniform(random, -1.0, 1.0));
    set(indexed("B", i, i), std::exp(uniform(random, -1.0, 1.0)));
    set(indexed("force", i), uniform(random, -10.0, 10.0));
  }
  set("stiffness", uniform(random, 0.0, 20.0));
  set("hardening", uniform(random, 0.0, 20.0));
}

/// Walls that a motion through x with velocity w meets, the later ones in the time that is left.
std::vector<RandomImpacts::Wall> RandomImpacts::draw_walls(std::mt19937_64& random, const Vector& x,
                                                           Vector w, double left) {
  std::vector<Wall> walls;
  Vector place = x;
  for (size_t r = 0; r < walls_; ++r) {
    Vector normal = gaussian(random, n_, 1.0);
    if (normal.dot(w) > 0.0) normal = -normal;
    walls.push_back({place, normal, uniform(random, -1.0, 1.0)});
    if (scene_ == Scene::walls) {  // the next one where a mirrored motion comes by
      const Vector push = judge_.mobility() * normal;
      w -= 2.0 * normal.dot(w) / normal.dot(push) * push;
      const double until = uniform(random, 0.0, left);
      place += until * w;
      left -= until;
    } else if (scene_ == Scene::faces) {  // the others are closed where the first is met
      walls.back().place += r == 0 ? Vector(Vector::Zero(n_))
                                   : Vector(uniform(random, 0.1, 0.5) * normal / normal.norm());
    }
  }
  return walls;
}

bool RandomImpacts::admits(const Vector& q) const { return system_.smallest(system_.g(q)) > 0.0; }

RandomImpacts::Trial RandomImpacts::next(std::mt19937_64& random, Stepper& stepper) {
  Trial trial;
  do {
    draw_mechanics(random);
    judge_.set_parameters(system_);
    const Vector x = gaussian(random, n_, 0.5), w = gaussian(random, n_, 2.0);
    trial.h = std::pow(10.0, uniform(random, -3.0, -1.0));
    trial.alpha = fraction(random);
    const double tau = trial.alpha * trial.h;
    const std::vector<Wall> walls = draw_walls(random, x, w, trial.h - tau);
    for (Index r = 0; r < static_cast<Index>(walls_); ++r) {
      const Wall& wall = walls[static_cast<size_t>(r)];
      for (Index i = 0; i < n_; ++i) {
        set(indexed("normal", r, i), wall.normal[i]);
        set(indexed("place", r, i), wall.place[i]);
      }
      set(indexed("curvature", r), wall.curvature);
    }
    judge_.set_parameters(system_);
    trial.start.q = x - tau * w;
    trial.start.p = judge_.launch(trial.start.q, w, tau);
  } while (!admits(trial.start.q));
  for (const std::string& name : system_.parameter_names())
    stepper.set(name, system_.parameter(name));
  return trial;
}

}  // namespace ricochet::support
