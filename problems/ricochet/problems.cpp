#include "ricochet/problems.hpp"

#include "ricochet/text/text.hpp"

#include <algorithm>
#include <stdexcept>

namespace ricochet {
namespace {

/// A problem without structural parameters.
ProblemEntry plain(const std::string& name, Problem (*build)()) {
  return {name, [build](const Structure&) { return build(); }};
}

constexpr int two_balls = 2;  // pulled where nothing is said; a single ball is pulled alone

std::vector<StructuralParameter> structure_of_bars() {
  return {{"n", 20, 2, 20000, "elements of each bar"},
          {"massless", 0, 0, 1, "1: the contact node has no mass"}};
}

}  // namespace

const std::vector<ProblemEntry>& all_problems() {
  static const std::vector<ProblemEntry> entries = {
      {"ball-chain",
       [](const Structure& s) { return problems::ball_chain(s.at("n"), s.at("moving")); },
       {{"n", 5, 1, 4000, "balls"}, {"moving", 1, 0, 4000, "leftmost balls with unit speed"}}},
      {"bar-pair",
       [](const Structure& s) { return problems::bar_pair(s.at("n"), s.at("massless") != 0); },
       structure_of_bars()},
      {"bar-wall",
       [](const Structure& s) { return problems::bar_wall(s.at("n"), s.at("massless") != 0); },
       structure_of_bars()},
      plain("billiard-table", problems::billiard_table),
      plain("bowl", problems::bowl),
      plain("box-toss", problems::box_toss),
      plain("corner-tip", problems::corner_tip),
      {"cradle",
       [](const Structure& s) {
         const int n = s.at("n"), pulled = s.at("pulled");
         return problems::cradle(n, pulled == two_balls ? std::min(n, pulled) : pulled);
       },
       {{"n", 5, 1, 2000, "balls"}, {"pulled", two_balls, 0, 2000, "leftmost balls swung out"}}},
      plain("crest", problems::crest),
      plain("disc-billiard", problems::disc_billiard),
      {"disc-box",
       [](const Structure& s) { return problems::disc_box(s.at("n"), s.at("seed")); },
       {{"n", 5, 1, 200, "discs"}, {"seed", 1, 0, 1000000, "of the random start"}}},
      plain("disc-chaotic", problems::disc_chaotic),
      {"disc-gas",
       [](const Structure& s) { return problems::disc_gas(s.at("n")); },
       {{"n", 6, 1, 200, "discs"}}},
      {"dominoes",
       [](const Structure& s) { return problems::dominoes(s.at("n")); },
       {{"n", 5, 1, 30, "blocks"}}},
      plain("double-pendulum-walls", problems::double_pendulum_walls),
      plain("driven-sleigh", problems::driven_sleigh),
      plain("elastic-ball", problems::elastic_ball),
      plain("ellipse", problems::ellipse),
      plain("elliptic-billiard", problems::elliptic_billiard),
      {"fallen-chain",
       [](const Structure& s) { return problems::fallen_chain(s.at("n")); },
       {{"n", 8, 1, 300, "links"}}},
      plain("falling-rod", problems::falling_rod),
      plain("high-drop", problems::high_drop),
      plain("hopper", problems::hopper),
      plain("impact-oscillator", problems::impact_oscillator),
      {"kissing-balls",
       [](const Structure& s) { return problems::kissing_balls(s.at("n")); },
       {{"n", 5, 2, 9, "balls, one of them shot at the others"}}},
      {"lennard-jones",
       [](const Structure& s) { return problems::lennard_jones(s.at("n")); },
       {{"n", 6, 2, 40, "spheres"}}},
      plain("normal-impact", problems::normal_impact),
      plain("oscillator", problems::oscillator),
      plain("particle-1d", problems::particle_1d),
      {"particle-floor",
       [](const Structure& s) { return problems::particle_floor(s.at("wall") != 0); },
       {{"wall", 0, 0, 1, "1: a wall at x = 0 beside the floor"}}},
      plain("pendulum-cylinder", problems::pendulum_cylinder),
      plain("pogo", problems::pogo),
      plain("pogo-hardening", problems::pogo_hardening),
      plain("shaking-table", problems::shaking_table),
      plain("shooting-disc", problems::shooting_disc),
      plain("shooting-ellipse", problems::shooting_ellipse),
      plain("spring-sphere", problems::spring_sphere),
      plain("spring-sphere-mixed", problems::spring_sphere_mixed),
      plain("squeezed-ball", problems::squeezed_ball),
      {"stacked-discs",
       [](const Structure& s) { return problems::stacked_discs(s.at("n")); },
       {{"n", 3, 1, 10, "discs in the lowest row"}}},
      plain("star", problems::star),
      plain("tangential-approach", problems::tangential_approach),
      plain("three-balls-corner", problems::three_balls_corner),
      plain("two-balls-wall", problems::two_balls_wall),
      plain("two-discs", problems::two_discs),
      plain("wedge", problems::wedge),
  };
  return entries;
}

std::vector<std::string> problem_names() {
  std::vector<std::string> names;
  for (const ProblemEntry& entry : all_problems()) names.push_back(entry.name);
  return names;
}

const ProblemEntry& find_problem(const std::string& name) {
  for (const ProblemEntry& entry : all_problems())
    if (entry.name == name) return entry;
  throw std::invalid_argument("Unknown problem '" + name + "'" + suggestion(name, problem_names()));
}

Problem ProblemEntry::make(const Structure& changes) const {
  Structure all;
  std::vector<std::string> names;
  for (const StructuralParameter& p : structure) {
    all[p.name] = p.value;
    names.push_back(p.name);
  }
  for (const auto& [key, value] : changes) {
    if (all.count(key) == 0)
      throw std::invalid_argument("Problem '" + name + "' has no structural parameter '" + key +
                                  "'" + suggestion(key, names));
    for (const StructuralParameter& p : structure)
      if (p.name == key && (value < p.least || value > p.most))
        throw std::invalid_argument("Problem '" + name + "': " + key + " must be in [" +
                                    std::to_string(p.least) + ", " + std::to_string(p.most) +
                                    "], not " + std::to_string(value));
    all[key] = value;
  }
  return build(all);
}

}  // namespace ricochet
