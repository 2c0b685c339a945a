#include "ricochet/discs.hpp"

#include "ricochet/outlines.hpp"
#include "ricochet/text/text.hpp"

namespace ricochet {

Discs::Discs(int n, const std::string& word)
    : q(Expr::sym("q", 2 * n)), mass(Expr::sym("mass")), radius(Expr::sym("radius")), word_(word) {
  for (int i = 0; i < n; ++i) {
    x.push_back(q(2 * i));
    y.push_back(q(2 * i + 1));
    bodies.push_back(
        {.name = numbered(word, i), .x = 2 * i, .y = 2 * i + 1, .outline = disc_outline("radius")});
  }
}

Constraints Discs::apart() const {
  Constraints rows;
  const Expr reach = 2.0 * radius;
  for (size_t i = 0; i < x.size(); ++i)
    for (size_t j = i + 1; j < x.size(); ++j)
      rows.add(word_ + "s " + std::to_string(i) + "-" + std::to_string(j),
               sqrt(sq(x[i] - x[j]) + sq(y[i] - y[j])) - reach);
  return rows;
}

Constraints Discs::inside_box(const Expr& side) const {
  Constraints rows;
  const Expr far = side - radius;
  for (size_t i = 0; i < x.size(); ++i) {
    const auto number = static_cast<long>(i);
    rows.add(numbered("left", number), x[i] - radius);
    rows.add(numbered("right", number), far - x[i]);
    rows.add(numbered("bottom", number), y[i] - radius);
    rows.add(numbered("top", number), far - y[i]);
  }
  return rows;
}

Expr Discs::masses() const { return mass * Expr::eye(q.size1()); }

std::vector<Wall> box_walls(double side) {
  return {left_wall(),
          {.normal_x = -1.0, .normal_y = 0.0, .offset = -side},
          floor_wall(),
          {.normal_x = 0.0, .normal_y = -1.0, .offset = -side}};
}

}  // namespace ricochet
