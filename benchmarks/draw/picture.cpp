#include "draw/picture.hpp"

#include "draw/gnuplot.hpp"
#include "draw/panels.hpp"

#include <fmt/format.h>

#include <utility>

namespace ricochet::cli {
namespace {

constexpr size_t most_rows = 4000;
constexpr int width = 1200, height = 620;  // pixels

// Colours that colour-blind readers tell apart; widths that survive print.
constexpr const char* styles = R"(
set linetype 1 lw 1.2
set style line 1 lc rgb '#0072b2' lw 1.4 pt 7 ps 0.9
set style line 2 lc rgb '#d55e00' lw 1.4 pt 7 ps 0.9
set style line 3 lc rgb '#009e73' lw 1.4 pt 7 ps 0.9
set style line 4 lc rgb '#cc79a7' lw 1.4 pt 7 ps 0.9
set style line 5 lc rgb '#e69f00' lw 1.4 pt 7 ps 0.9
set style line 6 lc rgb '#56b4e9' lw 1.4 pt 7 ps 0.9
set style line 7 lc rgb '#555555' lw 1.4 pt 7 ps 0.9
set style line 8 lc rgb '#8b4513' lw 1.4 pt 7 ps 0.9
set style line 10 lc rgb '#000000' lw 2.2
set border 3
set tics nomirror
set grid lc rgb '#dddddd' lt 1
set format y '%g'
set key samplen 1.5 spacing 0.9 font ',10'
set datafile missing 'NaN'
set clip two
)";

std::string place(double x, double y, double wide, double high) {
  return fmt::format("set origin {},{}\nset size {},{}\n", x, y, wide, high);
}

/// The path on the left, the diagrams over time on the right, above one another.
std::string arranged(const Panel& path, const std::vector<Panel>& over_time) {
  constexpr double top = 0.94;  // below the title
  const double left = over_time.empty() ? 1.0 : 0.5;
  std::string text = place(0.0, 0.0, left, top) + path.plot;
  const double high = top / static_cast<double>(over_time.size());
  for (size_t i = 0; i < over_time.size(); ++i)
    text += "set lmargin 11\nset offsets 0, 0, graph 0.05, graph 0.05\n" +
            place(left, top - high * static_cast<double>(i + 1), 1.0 - left, high) +
            over_time[i].plot;
  return text;
}

/// Every K-th row, and the last one.
Samples thinned(const Samples& rows, size_t stride) {
  Samples kept;
  for (size_t i = 0; i < rows.size(); ++i)
    if (i % stride == 0 || i + 1 == rows.size()) kept.push_back(rows[i]);
  return kept;
}

}  // namespace

void draw(const Picture& picture, const std::string& path) {
  const size_t stride = (picture.rows.size() + most_rows - 1) / most_rows;
  const Samples rows = thinned(picture.rows, stride);
  const Problem& problem = picture.problem;
  const Panel paths = path_panel(problem, rows);
  std::vector<Panel> over_time;
  for (Panel& panel : std::vector<Panel>{energy_panel(problem, rows, picture.energy_initial),
                                         gap_panel(problem, rows)})
    if (!panel.plot.empty()) over_time.push_back(std::move(panel));
  std::string script = styles + paths.data;
  for (const Panel& panel : over_time) script += panel.data;
  const long every = picture.every * static_cast<long>(stride);
  const std::string note =
      every > 1 ? fmt::format(" (every {}th recorded row)", every) : std::string();
  script += "set multiplot title " +
            quoted(problem.system.name() + ": " + picture.subtitle + note) + " noenhanced\n" +
            arranged(paths, over_time) + "unset multiplot\n";
  draw(script, path, width, height);
}

}  // namespace ricochet::cli
