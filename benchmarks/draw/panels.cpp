#include "draw/panels.hpp"

#include "draw/boundary.hpp"
#include "draw/gnuplot.hpp"
#include "draw/planar.hpp"
#include "draw/round_off.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>

namespace ricochet::cli {
namespace {

using Column = std::function<double(const Sample&)>;

constexpr size_t most_curves = 6;  // more cannot be told apart in print

std::string block(const std::string& name, const Samples& rows,
                  const std::vector<Column>& columns) {
  std::string text = fmt::format("${} << EOD\n", name);
  for (const Sample& row : rows) {
    for (const Column& column : columns) {
      const double x = column(row);
      text += std::isfinite(x) ? fmt::format("{:.9g} ", x) : "NaN ";
    }
    text += '\n';
  }
  return text + "EOD\n";
}

Column coordinate(Index i) {
  return [i](const Sample& row) { return row.state.q[i]; };
}

double time_of(const Sample& row) { return row.state.t; }

std::string curve(const std::string& block_name, size_t y, const std::string& title, size_t style) {
  return fmt::format("${} using 1:{} with lines linestyle {} title {} noenhanced", block_name, y,
                     style, title.empty() ? std::string("''") : quoted(title));
}

/// Curves of several columns over the first one.
std::string curves(const std::string& block_name, const std::vector<std::string>& titles) {
  std::string text = "plot ";
  for (size_t i = 0; i < titles.size(); ++i)
    text += (i == 0 ? "" : ", \\\n  ") + curve(block_name, i + 2, titles[i], i % 8 + 1);
  return text + "\n";
}

/// Around all paths.
Box box_of(const std::vector<PlanarBody>& bodies, const System& s, const Samples& rows) {
  Extent extent;
  for (const PlanarBody& body : bodies) {
    const double around = reach(body, s);
    for (const Sample& row : rows) extent.take(body, row.state.q, around);
  }
  return extent.box();
}

std::string plane_axes(const Box& box) {
  return fmt::format(
      "set size ratio -1\nset xrange [{:.9g}:{:.9g}]\nset yrange [{:.9g}:{:.9g}]\n"
      "set xlabel 'x [m]'\nset ylabel 'y [m]'\nset key outside above center horizontal\n",
      box.left, box.right, box.bottom, box.top);
}

/// The outline of a body, closed, as a block of a gnuplot script.
std::string outline_block(const std::string& name, const Matrix& corners) {
  std::string text = fmt::format("${} << EOD\n", name);
  for (Index i = 0; i <= corners.cols(); ++i)
    fmt::format_to(std::back_inserter(text), "{:.9g} {:.9g}\n", corners(0, i % corners.cols()),
                   corners(1, i % corners.cols()));
  return text + "EOD\n";
}

/// A body as it lies at the start, empty, and at the end, filled.
Panel outline_panel(const PlanarBody& body, const System& s, const Samples& rows, size_t i) {
  const std::string first = fmt::format("first{}", i), last = fmt::format("last{}", i);
  const size_t style = i % 8 + 1;
  return {.data = outline_block(first, body.shape(s, rows.front().state.q)) +
                  outline_block(last, body.shape(s, rows.back().state.q)),
          .plot = fmt::format(
              "${0} using 1:2 with filledcurves closed linestyle {2} fillstyle solid 0.25 notitle, "
              "\\\n  ${0} using 1:2 with lines linestyle {2} notitle, "
              "\\\n  ${1} using 1:2 with lines linestyle {2} notitle, \\\n  ",
              last, first, style)};
}

Panel coordinates_over_time(const Problem& problem, const Samples& rows) {
  std::vector<Column> columns{time_of};
  std::vector<std::string> titles;
  const auto add = [&](const std::string& name, Index i) {
    columns.push_back(coordinate(i));
    titles.push_back(titles.size() < most_curves ? name : "");
  };
  for (const PlanarBody& body : problem.bodies)
    if (body.x >= 0) add(body.name, body.x);
  if (problem.bodies.empty())
    for (Index i = 0; i < problem.system.n(); ++i) add(fmt::format("q{}", i), i);
  return {.data = block("coordinates", rows, columns),
          .plot =
              "set xlabel 't [s]'\nset ylabel 'coordinates'\nset key outside above center "
              "horizontal\n" +
              curves("coordinates", titles)};
}

/// A scale that is linear within 1e-10 m, where gaps count as closed, and logarithmic beyond, on
/// both sides of zero.
struct SymmetricLog {
  static constexpr double linear = 1e-10;
  double operator()(double x) const { return std::asinh(x / (2.0 * linear)) / std::log(10.0); }

  [[nodiscard]] std::string tics(double least, double most) const {
    std::string text = "set ytics ('0' 0";
    const int first = std::max(most, -least) < 1e-5 ? -9 : -6;  // -9 would touch 0 on a long axis
    for (int decade = first; decade <= 12; decade += 3) {
      const double x = std::pow(10.0, decade);
      if (x < 10.0 * most) text += fmt::format(", '10^{{{}}}' {:.6f}", decade, (*this)(x));
      if (x < -10.0 * least) text += fmt::format(", '-10^{{{}}}' {:.6f}", decade, (*this)(-x));
    }
    return text + ")\n";
  }
};

struct Range {
  double least = 0.0, most = 0.0, smallest_size = std::numeric_limits<double>::infinity();

  void take(double x) {
    if (!std::isfinite(x)) return;
    least = std::min(least, x);
    most = std::max(most, x);
    smallest_size = std::min(smallest_size, std::abs(x));
  }
  /// Some values are so small beside others that a linear scale would hide them, and the others
  /// are more than round-off.
  [[nodiscard]] bool needs_log() const {
    const double largest = std::max(most, -least);
    return largest > 1e-9 && smallest_size < 1e-6 * largest;
  }
};

/// Says how small all errors are, on an axis that shows the limit.
std::string round_off_axis(double limit, double largest) {
  const std::string note =
      largest == 0.0 ? "exactly 0"
                     : fmt::format("round-off: below 1e{:.0f} J", std::ceil(std::log10(largest)));
  return fmt::format(
      "set yrange [{:.9g}:{:.9g}]\nset label 1 '{}' at graph 0.5, graph 0.62 center noenhanced\n",
      -limit, limit, note);
}

}  // namespace

Panel edges(const Problem& problem, const Box& box, const std::string& prefix) {
  Panel panel;
  const auto next = [&] {
    const auto count = std::count(panel.plot.begin(), panel.plot.end(), '$');
    const std::string edge = fmt::format("{}{}", prefix, count);
    panel.plot += fmt::format("${} using 1:2 with lines linestyle 10 title {}, \\\n  ", edge,
                              panel.plot.empty() ? "'boundary'" : "''");
    return edge;
  };
  for (const Boundary& boundary : find_boundaries(problem))
    panel.data += "$grid << EOD\n" + sampled(boundary, problem, box) + "EOD\nset table $" + next() +
                  "\nsplot $grid using 1:2:3\nunset table\n";
  if (!panel.data.empty())
    panel.data = "set contour base\nset cntrparam levels discrete 0\nunset surface\n" + panel.data +
                 "unset contour\nset surface\n";
  for (const Wall& wall : problem.walls)
    panel.data += fmt::format("${} << EOD\n{}EOD\n", next(), ends_of(wall, box));
  return panel;
}

Panel path_panel(const Problem& problem, const Samples& rows) {
  const std::vector<PlanarBody> bodies = planar_bodies(problem);
  if (bodies.empty()) return coordinates_over_time(problem, rows);
  const Box box = box_of(bodies, problem.system, rows);
  Panel panel = edges(problem, box, "edge");
  std::string plot = plane_axes(box) + "plot " + panel.plot;
  for (size_t i = 0; i < bodies.size(); ++i) {
    if (!bodies[i].outline) continue;
    const Panel outline = outline_panel(bodies[i], problem.system, rows, i);
    panel.data += outline.data;
    plot += outline.plot;
  }
  for (size_t i = 0; i < bodies.size(); ++i) {
    const std::string name = fmt::format("path{}", i);
    panel.data += block(name, rows, {coordinate(bodies[i].x), coordinate(bodies[i].y)});
    plot += (i == 0 ? "" : ", \\\n  ") +
            curve(name, 2, bodies.size() <= most_curves ? bodies[i].name : "", i % 8 + 1) +
            fmt::format(", \\\n  ${} every ::0::0 using 1:2 with points linestyle {} title ''",
                        name, i % 8 + 1);
  }
  panel.plot = plot + "\nset size noratio\nset xrange [*:*]\nset yrange [*:*]\n";
  return panel;
}

Panel energy_panel(const Problem& problem, const Samples& rows, double energy_initial) {
  const auto error = [&](const Sample& row) { return row.energy - energy_initial; };
  const auto known = [&](const Sample& row) { return std::isfinite(error(row)); };
  if (std::none_of(rows.begin(), rows.end(), known)) return {};
  Range range;
  for (const Sample& row : rows) range.take(error(row));
  const double largest = std::max(range.most, -range.least);
  const double limit = energy_round_off(problem.system, rows, energy_initial);
  const bool flat = largest <= limit;
  const auto drawn = [&](const Sample& row) { return flat && known(row) ? 0.0 : error(row); };
  return {.data = block("energy", rows, {time_of, drawn}),
          .plot = "set xlabel 't [s]'\nset ylabel 'energy error E - E_0 [J]'\nunset key\n" +
                  (flat ? round_off_axis(limit, largest) : "") + curves("energy", {""}) +
                  "set yrange [*:*]\nunset label 1\n"};
}

Panel gap_panel(const Problem& problem, const Samples& rows) {
  const System& s = problem.system;
  if (s.m() == 0) return {};
  const bool apart = static_cast<size_t>(s.m()) <= most_curves;
  std::vector<Column> gaps;
  std::vector<std::string> titles;
  for (Index i = 0; apart && i < s.m(); ++i) {
    gaps.emplace_back([i](const Sample& row) { return row.gaps[i]; });
    titles.push_back(s.gap_name(i));
  }
  if (!apart) {
    gaps.emplace_back([&](const Sample& row) { return s.smallest(row.gaps); });
    titles.push_back(fmt::format("smallest of {} gaps", s.m()));
  }
  Range range;
  for (const Sample& row : rows)
    for (const Column& gap : gaps) range.take(gap(row));
  std::vector<Column> columns{time_of};
  for (const Column& gap : gaps)
    columns.push_back(range.needs_log()
                          ? Column([gap](const Sample& row) { return SymmetricLog()(gap(row)); })
                          : gap);
  return {
      .data = block("gaps", rows, columns),
      .plot =
          "set xlabel 't [s]'\nset ylabel 'gap g [m]'\nset key outside above center horizontal\n" +
          (range.needs_log() ? SymmetricLog().tics(range.least, range.most) : "") +
          curves("gaps", titles) + "set ytics autofreq\n"};
}

}  // namespace ricochet::cli
