#include "program/show/show_coordinates.hpp"

#include "ricochet/text/text.hpp"

#include <fmt/format.h>

namespace ricochet::cli {
namespace {

constexpr size_t none = static_cast<size_t>(-1);

struct Coordinate {
  size_t body = none;
  std::string letter = {}, unit = {};
};

/// What each coordinate is. One of no body right behind x and y of one is its z: such bodies move
/// in space and are drawn in the plane.
std::vector<Coordinate> coordinates_of(const Problem& problem) {
  std::vector<Coordinate> all(static_cast<size_t>(problem.system.n()));
  const auto give = [&](size_t body, Index i, const char* letter, const char* unit) {
    if (i >= 0) all[static_cast<size_t>(i)] = {body, letter, unit};
  };
  for (size_t b = 0; b < problem.bodies.size(); ++b) {
    give(b, problem.bodies[b].x, "x", "m");
    give(b, problem.bodies[b].y, "y", "m");
    give(b, problem.bodies[b].theta, "theta", "rad");
  }
  for (size_t i = 1; i < all.size(); ++i)
    if (all[i].body == none && all[i - 1].letter == "y") all[i] = {all[i - 1].body, "z", "m"};
  return all;
}

/// "q1 to q19, q22"
std::string ranges(const std::vector<size_t>& indices) {
  std::vector<std::string> words;
  for (size_t i = 0, next = 0; i < indices.size(); i = next) {
    for (next = i + 1; next < indices.size() && indices[next] == indices[next - 1] + 1;) ++next;
    words.push_back(next == i + 1 ? fmt::format("q{}", indices[i])
                                  : fmt::format("q{} to q{}", indices[i], indices[next - 1]));
  }
  return join(words);
}

}  // namespace

std::vector<BodyCoordinates> coordinates_by_body(const Problem& problem) {
  const std::vector<Coordinate> all = coordinates_of(problem);
  std::vector<BodyCoordinates> bodies;
  for (const PlanarBody& body : problem.bodies) bodies.push_back({body.name, {}});
  std::vector<size_t> others;
  for (size_t i = 0; i < all.size(); ++i) {
    if (all[i].body == none) {
      others.push_back(i);
      continue;
    }
    std::string& text = bodies[all[i].body].coordinates;
    text += fmt::format("{}q{}", text.empty() ? "" : ", ", i);
    // The coordinates of a system given by L may be angles, whatever pictures draw them as.
    if (problem.system.separable()) text += fmt::format(" = {} [{}]", all[i].letter, all[i].unit);
  }
  if (!others.empty()) bodies.push_back({"others", ranges(others)});
  return bodies;
}

}  // namespace ricochet::cli
