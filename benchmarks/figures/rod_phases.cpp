#include "draw/curves.hpp"
#include "figures/figures.hpp"
#include "figures/motion.hpp"
#include "figures/rod_reference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ricochet::cli {
namespace {

// A rod falls over on a rough floor; nothing of it is from a paper. The forces on a foot that
// sticks have a closed form, and when the foot slips and sticks is compared with a reference.

constexpr double still = 1e-9;  // [m/s] a foot that is slower sticks
constexpr double h = 5e-4;      // [s]
const std::vector<double> frictions{0.25, 0.35, 0.5};

/// The foot in one step.
struct Footing {
  double t = 0.0, angle = 0.0;   ///< at the end of the step; from the vertical
  double slip = 0.0;             ///< speed of the foot there [m/s]
  double push = 0.0, rub = 0.0;  ///< normal and tangential impulse [N s]
};

/// A fall until the head of the rod lands.
struct RodFall {
  ProblemRun run;
  double friction = 0.0, start = 0.0;  ///< start: the angle of the release
  std::vector<Footing> steps = {};
  std::vector<Phase> phases = {};  ///< the last one is the landing

  [[nodiscard]] std::vector<Phase> reference() const {
    const System& s = run.problem.system;
    return reference_phases({s.parameter("length"), s.parameter("gravity"), friction}, start);
  }
  [[nodiscard]] std::string label() const { return fmt::format("mu = {:.4g}", friction); }
};

Footing footing(const Step& step, const System& s) {
  const Vector& q = step.state.q;
  const Vector v = s.M_now().diagonal().cwiseInverse().cwiseProduct(step.state.p);
  return {.t = step.state.t,
          .angle = -q[2],
          .slip = v[0] + 0.5 * s.parameter("length") * std::cos(q[2]) * v[2],
          .push = step.force.lambda[0] + step.force.mu[0],
          .rub = step.force.rho[0] + step.force.pi[0]};
}

void add_phase(RodFall& fall, const Footing& at) {
  const int slip = at.slip > still ? 1 : at.slip < -still ? -1 : 0;
  if (fall.phases.empty() || fall.phases.back().slip != slip)
    fall.phases.push_back({fall.steps.empty() ? 0.0 : fall.steps.back().t, slip});
}

RodFall fall_with(Workbench& bench, double friction) {
  std::vector<Step> steps;
  RodFall fall{.run = bench.run(
                   {.label = fmt::format("mu={:.4g}", friction),
                    .words = fmt::format("falling-rod --set friction={:.17g} --h {}", friction, h),
                    .watch = [&](const Step& step) { steps.push_back(step); }}),
               .friction = friction};
  const System& s = fall.run.problem.system;
  fall.start = s.parameter("angle");
  for (const Step& step : steps) {
    if (!step.impacts.empty()) {
      fall.phases.push_back({step.impacts.front().t, 0});
      break;
    }
    const Footing at = footing(step, s);
    add_phase(fall, at);
    fall.steps.push_back(at);
  }
  return fall;
}

std::string words_of(const std::vector<Phase>& phases) {
  std::string text;
  for (size_t i = 0; i + 1 < phases.size(); ++i)
    text += (i == 0 ? "" : ", ") + std::string(phases[i].slip == 0  ? "sticks"
                                               : phases[i].slip < 0 ? "slips back"
                                                                    : "slips forward");
  return text;
}

/// Largest distance of a change, or of the landing, from the reference [s]; NaN if the phases are
/// others.
double lateness(const RodFall& fall) {
  const std::vector<Phase> exact = fall.reference();
  if (words_of(exact) != words_of(fall.phases)) return std::nan("");
  double largest = 0.0;
  for (size_t i = 0; i < exact.size(); ++i)
    largest = std::max(largest, std::abs(exact[i].t - fall.phases[i].t));
  return largest;
}

void claim_phases(Workbench& bench, const std::vector<RodFall>& falls) {
  for (const RodFall& fall : falls)
    bench.claim({fmt::format("{}: the foot {}, and the head lands at {:.4f} s", fall.label(),
                             words_of(fall.reference()), fall.reference().back().t),
                 {{"largest distance of a change from the reference / h", lateness(fall) / h,
                   at_most(1.5)}}});
}

/// The closed form in the middle of steps in which the foot sticks all the time.
void claim_forces(Workbench& bench, const std::vector<RodFall>& falls) {
  Claim claim{"while the foot sticks, its forces are those of a rod on a hinge", {}};
  for (const RodFall& fall : falls) {
    double largest = 0.0;
    for (size_t k = 1; k < fall.steps.size(); ++k) {
      const Footing &before = fall.steps[k - 1], &at = fall.steps[k];
      if (at.t > fall.phases[1].t) break;
      const double exact = sticking_ratio(0.5 * (before.angle + at.angle), fall.start);
      largest = std::max(largest, std::abs(at.rub / at.push - exact));
    }
    claim.measured.push_back(
        {fall.label() + ": largest distance of friction / normal force from the closed form",
         largest, at_most(1e-4)});
  }
  bench.claim(claim);
}

void claim_cone(Workbench& bench, const std::vector<RodFall>& falls) {
  double outside = 0.0, lowest = 0.0;
  for (const RodFall& fall : falls) {
    lowest = std::min(lowest, fall.run.summary.gap_min);
    for (const Footing& at : fall.steps)
      outside = std::max(outside, std::abs(at.rub) / at.push - fall.friction);
  }
  bench.claim({"Coulomb's law holds in every step",
               {{"largest |friction| / normal force - mu", outside, at_most(1e-9)},
                {"smallest gap", lowest, at_least(-1e-11), "m"}}});
}

/// Below and above the largest ratio of the closed form. Impulses of flights and of their ends obey
/// the law one by one: their ratios differ from the mean by a share of h.
void claim_threshold(Workbench& bench, double start) {
  const double most = largest_sticking_ratio(start);
  const auto slips_back = [&](double friction) {
    const RodFall fall = fall_with(bench, friction);
    return std::any_of(fall.phases.begin(), fall.phases.end(),
                       [](const Phase& phase) { return phase.slip < 0; })
               ? 1.0
               : 0.0;
  };
  bench.claim({fmt::format("the foot slips back if mu is below {:.5f}", most),
               {{"slips back with 5e-4 less", slips_back(most - 5e-4), between(1.0, 1.0)},
                {"with 5e-4 more", slips_back(most + 5e-4), between(0.0, 0.0)}}});
}

Curve slip_curve(const RodFall& fall, size_t style) {
  Curve curve{.title = fall.label(), .style = style};
  for (const Footing& at : fall.steps) {
    curve.x.push_back(at.t);
    curve.y.push_back(at.slip);
  }
  return curve;
}

Curve ratio_curve(const RodFall& fall, size_t style) {
  Curve curve{.title = fall.label(), .style = style};
  for (const Footing& at : fall.steps) {
    curve.x.push_back(at.t);
    curve.y.push_back(at.rub / at.push);
  }
  return curve;
}

/// The changes of the reference, at the level of the curve.
Curve reference_marks(const std::vector<RodFall>& falls) {
  Curve curve{.title = "changes in the reference", .look = Look::points, .style = 9};
  for (const RodFall& fall : falls) {
    const std::vector<Phase> exact = fall.reference();
    for (size_t i = 1; i + 1 < exact.size(); ++i) {
      curve.x.push_back(exact[i].t);
      curve.y.push_back(0.0);
    }
  }
  return curve;
}

void rod(Workbench& bench) {
  std::vector<RodFall> falls;
  for (const double friction : frictions) falls.push_back(fall_with(bench, friction));
  claim_phases(bench, falls);
  claim_forces(bench, falls);
  claim_threshold(bench, falls[0].start);
  claim_cone(bench, falls);
  bench.remark("released at rest, 0.1 rad from the vertical; shown until the head lands");
  const ProblemRun& shown = falls[1].run;
  const double until = falls[1].phases.back().t;
  const Box box{.left = -0.1, .right = 0.6, .bottom = -0.03, .top = 0.53};
  Diagram plane = plane_diagram(
      falls[1].label() + ", every 0.05 s", box,
      {outlines(shown, 0, snapshots(shown, 0.05, until), "rod", 1), path(shown, 0, "middle", 2)});
  plane.boundary = shown.problem;
  Diagram slip{.title = "slip of the foot", .x_label = "time t [s]", .y_label = "speed [m/s]"};
  Diagram ratio{.title = "force of the floor on the foot",
                .x_label = "time t [s]",
                .y_label = "friction / normal force"};
  for (size_t i = 0; i < falls.size(); ++i) {
    slip.curves.push_back(slip_curve(falls[i], i + 1));
    ratio.curves.push_back(ratio_curve(falls[i], i + 1));
  }
  slip.curves.push_back(reference_marks(falls));
  slip.box = Box{.left = 0.25, .right = 0.66, .bottom = -0.2, .top = 0.65};
  bench.picture({.title = "A falling rod sticks and slips",
                 .diagrams = {plane, slip, ratio},
                 .columns = 3,
                 .width = 1500,
                 .height = 480});
  bench.animation(motion({&shown}, {.title = "A falling rod",
                                    .boxes = {box},
                                    .interval = 0.02,
                                    .until = until,
                                    .width = 480,
                                    .height = 420}));
}

}  // namespace

FigureEntries rod_phases_figures() {
  return {{"rod-1", "stick and slip of a falling rod", "ours", rod}};
}

}  // namespace ricochet::cli
