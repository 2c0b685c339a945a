#include "sweep/members.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace ricochet::cli {
namespace {

constexpr size_t most_members = 1000000000;

[[noreturn]] void refuse(const std::string& what) { throw std::invalid_argument(what); }

}  // namespace

Members::Members(std::vector<GridAxis> grid, std::vector<RandomAxis> random, long samples,
                 long seed)
    : grid_(std::move(grid)),
      random_(std::move(random)),
      samples_(static_cast<size_t>(samples)),
      seed_(seed) {
  if (grid_.empty() && random_.empty())
    refuse("sweep: nothing is swept; give --grid NAME=FROM:TO:COUNT or --random NAME=uniform(A,B)");
  if (samples < 1) refuse("--samples: expected at least 1, not " + std::to_string(samples));
  if (samples > 1 && random_.empty())
    refuse("--samples " + std::to_string(samples) +
           ": all samples would be the same; give a name --random, or leave --samples out");
  std::vector<std::string> sorted = names();
  std::sort(sorted.begin(), sorted.end());
  if (const auto twice = std::adjacent_find(sorted.begin(), sorted.end()); twice != sorted.end())
    refuse("sweep: '" + *twice + "' is swept twice; give each name once, by --grid or --random");
  const auto multiply = [this](size_t factor) {
    if (factor > most_members / count_)
      refuse("sweep: expected at most " + std::to_string(most_members) +
             " members; give smaller grids or fewer --samples");
    count_ *= factor;
  };
  for (const GridAxis& axis : grid_) multiply(axis.values.size());
  multiply(samples_);
}

std::vector<std::string> Members::names() const {
  std::vector<std::string> names;
  for (const GridAxis& axis : grid_) names.push_back(axis.name);
  for (const RandomAxis& axis : random_) names.push_back(axis.name);
  return names;
}

std::vector<double> Members::values(size_t member) const {
  std::vector<double> values(grid_.size());
  size_t point = member / samples_;
  for (size_t i = grid_.size(); i-- > 0;) {
    values[i] = grid_[i].values[point % grid_[i].values.size()];
    point /= grid_[i].values.size();
  }
  for (const RandomAxis& axis : random_) values.push_back(draw(axis, seed_, member));
  return values;
}

std::string Members::text() const {
  std::string text;
  for (const GridAxis& axis : grid_) text += "grid " + text_of(axis) + "\n";
  for (const RandomAxis& axis : random_) text += "random " + text_of(axis) + "\n";
  text += "samples " + std::to_string(samples_) + "\n";
  return random_.empty() ? text : text + "seed " + std::to_string(seed_) + "\n";
}

}  // namespace ricochet::cli
