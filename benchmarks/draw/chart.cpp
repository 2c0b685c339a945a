#include "draw/chart.hpp"

#include "draw/gnuplot.hpp"
#include "draw/panels.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <map>
#include <set>
#include <utility>

namespace ricochet::cli {
namespace {

constexpr size_t most_points = 4000;  // of a curve: more only makes the file large
constexpr size_t most_dots = 60000;   // each of them is of its own

constexpr const char* palette =
    "set palette defined (0 '#440154', 1 '#3b528b', 2 '#21918c', 3 '#5ec962', 4 '#fde725')\n";

// Colours that colour-blind readers tell apart; dashes that survive a grey print.
constexpr const char* styles = R"(
set style line 1 lc rgb '#0072b2' lw 1.6 dt 1 pt 7 ps 0.5
set style line 2 lc rgb '#d55e00' lw 1.6 dt (9,4) pt 5 ps 0.5
set style line 3 lc rgb '#009e73' lw 1.6 dt (3,3) pt 9 ps 0.6
set style line 4 lc rgb '#cc79a7' lw 1.6 dt (12,3,3,3) pt 11 ps 0.6
set style line 5 lc rgb '#e69f00' lw 1.6 dt (12,3,3,3,3,3) pt 13 ps 0.6
set style line 6 lc rgb '#56b4e9' lw 1.6 dt (6,2) pt 6 ps 0.6
set style line 7 lc rgb '#555555' lw 1.6 dt (1,3) pt 4 ps 0.6
set style line 8 lc rgb '#8b4513' lw 1.6 dt (16,4) pt 8 ps 0.6
set style line 9 lc rgb '#000000' lw 1 dt 1
set style line 10 lc rgb '#b0b0b0' lw 6 dt 1
set style line 11 lc rgb '#882255' lw 1.6 dt 1
set style line 12 lc rgb '#117733' lw 1.6 dt (9,4)
set style line 13 lc rgb '#332288' lw 1.6 dt (3,3)
set style line 14 lc rgb '#aa4499' lw 1.6 dt (12,3,3,3)
set style fill solid 0.75 noborder
set clip two
set border 3
set tics nomirror
set grid lc rgb '#dddddd' lt 1 dt 1
set key outside above center horizontal samplen 4 spacing 0.95 font ',11'
set datafile missing 'missing'
)";

/// The words of a curve as gnuplot reads them.
std::string labels_of(const Curve& curve) {
  std::string text;
  for (size_t i = 0; i < curve.x.size(); ++i)
    fmt::format_to(std::back_inserter(text), "{:.9g} {:.9g} \"{}\"\n", curve.x[i], curve.y[i],
                   curve.texts[i]);
  return text;
}

/// The values of a grid with the ends of their cells, halfway to the next value.
std::map<double, std::pair<double, double>> cells_along(const std::vector<double>& values) {
  const std::set<double> sorted(values.begin(), values.end());
  std::map<double, std::pair<double, double>> cells;
  for (auto at = sorted.begin(); at != sorted.end(); ++at) {
    const auto next = std::next(at);
    const double below = at == sorted.begin() ? std::nan("") : 0.5 * (*at - *std::prev(at));
    const double above = next == sorted.end() ? std::nan("") : 0.5 * (*next - *at);
    const double left = std::isnan(below) ? above : below,
                 right = std::isnan(above) ? below : above;
    const bool reaches_zero = *at > 0.0 && *at <= left;  // on a logarithmic axis
    cells[*at] = {reaches_zero ? *at * *at / (*at + right) : *at - left, *at + right};
  }
  return cells;
}

/// The cells of a grid; those without a value stay empty.
std::string cells_of(const Curve& curve) {
  const auto columns = cells_along(curve.x), rows = cells_along(curve.y);
  std::string text;
  for (size_t i = 0; i < curve.x.size(); ++i) {
    if (!std::isfinite(curve.z[i])) continue;
    const auto [left, right] = columns.at(curve.x[i]);
    const auto [bottom, top] = rows.at(curve.y[i]);
    fmt::format_to(std::back_inserter(text), "{:.9g} {:.9g} {:.9g} {:.9g} {:.9g} {:.9g} {:.9g}\n",
                   curve.x[i], curve.y[i], left, right, bottom, top, curve.z[i]);
  }
  return text;
}

/// Of many points every second, third, ... is drawn.
size_t stride_of(const Curve& curve) {
  if (curve.look == Look::outlines) return 1;
  return 1 + curve.x.size() / (curve.look == Look::dots ? most_dots : most_points);
}

/// The rows of a curve as gnuplot reads them; an empty line interrupts it.
std::string rows_of(const Curve& curve) {
  if (curve.look == Look::labels) return labels_of(curve);
  if (curve.look == Look::cells) return cells_of(curve);
  const size_t stride = stride_of(curve);
  std::string text;
  for (size_t i = 0; i < curve.x.size(); ++i) {
    const bool gap = !std::isfinite(curve.x[i]) || !std::isfinite(curve.y[i]);
    if (gap)
      text += '\n';
    else if (i % stride == 0 || i + 1 == curve.x.size())
      fmt::format_to(std::back_inserter(text), "{:.9g} {:.9g} {:.9g}\n", curve.x[i], curve.y[i],
                     i < curve.z.size() ? curve.z[i] : 0.0);
  }
  return text;
}

std::string drawn(const Curve& curve, const std::string& block) {
  const auto with = [&](const char* columns, const char* how, const char* more = "") {
    return fmt::format("${} using {} with {} linestyle {} {} title {} noenhanced", block, columns,
                       how, curve.style, more, quoted(curve.title));
  };
  const auto plain_lines = [&](const char* columns) {
    return fmt::format(
        ", \\\n  ${} using {} with lines linestyle {} dashtype 1 linewidth 0.8 notitle", block,
        columns, curve.style);
  };
  switch (curve.look) {
    case Look::points: return with("1:2", "points");
    case Look::marked_line: return with("1:2", "linespoints");
    case Look::envelope:  // the edges show where it is thinner than a pixel
      return with("1:2:3", "filledcurves") + plain_lines("1:2") + plain_lines("1:3");
    case Look::dots: return with("1:2", "points", "pointtype 7 pointsize 0.12");
    case Look::circles: return with("1:2:3", "circles", "fill empty border");
    case Look::cells:
      return fmt::format(
          "${} using 1:2:3:4:5:6:7 with boxxyerror fillstyle solid 1 noborder "
          "linecolor palette notitle",
          block);
    case Look::labels: return fmt::format("${} using 1:2:3 with labels font ',11' notitle", block);
    case Look::outlines:
      return with("1:2", "filledcurves closed", "fillstyle solid 0.2 noborder") +
             plain_lines("1:2");
    case Look::line: break;
  }
  return with("1:2", "lines");
}

std::string range(const char* axis, double from, double to) {
  return fmt::format("set {}range [{:.9g}:{:.9g}]\n", axis, from, to);
}

std::string axes(const Diagram& d) {
  std::string text = "set title " + quoted(d.title) + " noenhanced offset 0,-0.5\n";
  text += "set xlabel " + quoted(d.x_label) + " noenhanced\nset ylabel " + quoted(d.y_label) +
          " noenhanced\n";
  text += "unset logscale\nset format '%g'\nset offsets 0, 0, graph 0.04, graph 0.04\n";
  if (d.log_x) text += "set logscale x\nset format x '10^{%T}'\n";
  if (d.log_y) text += "set logscale y\nset format y '10^{%T}'\n";
  text += d.equal_scales ? "set size ratio -1\n" : "set size noratio\n";
  text += d.ticks ? "set border 3\nset tics nomirror\n" : "unset border\nunset tics\n";
  for (const Curve& curve : d.curves)
    if (curve.look == Look::cells) text += palette;
  if (!d.box) return text + "set xrange [*:*]\nset yrange [*:*]\n";
  return text + "set offsets\n" + range("x", d.box->left, d.box->right) +
         range("y", d.box->bottom, d.box->top);
}

/// The cell of a diagram, row by row from the top, below the title of the chart.
std::string place(const Chart& chart, size_t i) {
  const double top = 1.0 - 34.0 / chart.height;
  const size_t rows = (chart.diagrams.size() + chart.columns - 1) / chart.columns;
  const double wide = 1.0 / static_cast<double>(chart.columns);
  const double high = top / static_cast<double>(rows);
  return fmt::format("set origin {:.6f},{:.6f}\nset size {:.6f},{:.6f}\n",
                     wide * static_cast<double>(i % chart.columns),
                     top - high * static_cast<double>(i / chart.columns + 1), wide, high);
}

/// The data of a chart and the commands that plot them.
std::pair<std::string, std::string> parts(const Chart& chart) {
  std::string data, plots;
  for (size_t i = 0; i < chart.diagrams.size(); ++i) {
    const Diagram& diagram = chart.diagrams[i];
    std::string plot;
    if (diagram.boundary && diagram.box) {
      const Panel panel = edges(*diagram.boundary, *diagram.box, fmt::format("edge{}of", i));
      data += panel.data;
      plot = panel.plot;
    }
    for (size_t j = 0; j < diagram.curves.size(); ++j) {
      const std::string block = fmt::format("curve{}of{}", j, i);
      data += fmt::format("${} << EOD\n{}EOD\n", block, rows_of(diagram.curves[j]));
      plot += (j == 0 ? "" : ", \\\n  ") + drawn(diagram.curves[j], block);
    }
    plots += place(chart, i) + axes(diagram) + "plot " + plot + "\n";
  }
  return {data, fmt::format("set multiplot title {} noenhanced\n{}unset multiplot\n",
                            quoted(chart.title), plots)};
}

}  // namespace

std::string script(const Chart& chart) {
  const auto [data, plots] = parts(chart);
  return styles + data + plots;
}

std::string script(const Animation& animation) {
  std::string text = styles;
  for (const Chart& frame : animation.frames) {
    const auto [data, plots] = parts(frame);
    text += data + plots;
  }
  return text;
}

}  // namespace ricochet::cli
