#include "sweep/sweep_picture.hpp"

#include "draw/chart.hpp"
#include "draw/gnuplot.hpp"
#include "ricochet/io/read_table.hpp"
#include "ricochet/problem/range.hpp"
#include "ricochet/text/text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

namespace ricochet::cli {
namespace {

constexpr double decades = 1e3;  // an axis whose values span more is logarithmic

using Numbers = std::vector<double>;

/// The swept names: those between the member and the first column of what was measured.
std::vector<std::string> swept_names(const std::vector<std::string>& columns, bool impacts) {
  const auto end = std::find(columns.begin(), columns.end(), impacts ? "impact" : "status");
  return {columns.begin() + 1, end};
}

/// A field as a number; nan where it is empty or a word.
double number_of(const std::string& text) {
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc{} && end == text.data() + text.size() && !text.empty();
  return whole ? value : std::numeric_limits<double>::quiet_NaN();
}

/// Values of the first names and of the column, row by row.
struct Data {
  Numbers x = {}, y = {}, of = {};
  bool impacts = false;
  std::vector<std::string> names = {};
  std::string column = {};
};

/// Each name once.
std::vector<std::string> distinct(const std::vector<std::string>& names) {
  std::vector<std::string> once;
  for (const std::string& name : names)
    if (std::find(once.begin(), once.end(), name) == once.end()) once.push_back(name);
  return once;
}

Data data_of(const SweepPicture& picture) {
  const std::vector<std::string> columns = columns_of(picture.table);
  Data data;
  data.impacts = std::find(columns.begin(), columns.end(), "impact") != columns.end();
  data.names = swept_names(columns, data.impacts);
  data.column = picture.column;
  if (data.column.empty()) data.column = data.impacts ? "speed" : "energy_error";
  if (std::find(columns.begin(), columns.end(), data.column) == columns.end())
    throw std::invalid_argument("--plot-of: " + picture.table + " has no column '" + data.column +
                                "'" + suggestion(data.column, columns));
  if (data.names.empty())
    throw std::invalid_argument(picture.table +
                                ": no name is swept; there is nothing to draw over");
  const std::vector<std::string> wanted =
      distinct({data.names.front(), data.names[data.names.size() > 1 ? 1 : 0], data.column});
  const size_t last = wanted.size() - 1;
  read_table(picture.table, wanted, [&](const TableRow& row) {
    const auto number = [&](const std::string& name) {
      const auto at = std::find(wanted.begin(), wanted.end(), name);
      return number_of(row.text(static_cast<size_t>(at - wanted.begin())));
    };
    data.x.push_back(number(data.names.front()));
    data.y.push_back(number(wanted[std::min<size_t>(1, last)]));
    data.of.push_back(number(data.column));
  });
  if (std::none_of(data.of.begin(), data.of.end(), [](double x) { return std::isfinite(x); }))
    throw std::invalid_argument(picture.table + ": the column '" + data.column +
                                "' has no number to draw; choose another one by --plot-of");
  return data;
}

bool spans_decades(const Numbers& values) {
  double least = std::numeric_limits<double>::infinity(), most = 0.0;
  for (const double x : values) {
    if (!std::isfinite(x)) continue;
    if (x <= 0.0) return false;
    least = std::min(least, x);
    most = std::max(most, x);
  }
  return most > decades * least;
}

/// The values of a grid with equal ratios.
bool has_equal_ratios(const Numbers& values) {
  constexpr double round_off = 1e-9;
  const std::set<double> sorted(values.begin(), values.end());
  if (sorted.size() < 3 || *sorted.begin() <= 0.0) return false;
  const double ratio = *std::next(sorted.begin()) / *sorted.begin();
  for (auto at = std::next(sorted.begin()); std::next(at) != sorted.end(); ++at)
    if (std::abs(*std::next(at) / *at / ratio - 1.0) > round_off) return false;
  return true;
}

bool is_logarithmic(const Numbers& values) {
  return spans_decades(values) || has_equal_ratios(values);
}

/// Every pair of values is there once.
bool is_grid_of_two(const Data& data) {
  if (data.names.size() != 2 || data.impacts) return false;
  const std::set<double> x(data.x.begin(), data.x.end()), y(data.y.begin(), data.y.end());
  return x.size() > 1 && y.size() > 1 && x.size() * y.size() == data.x.size();
}

bool is_line(const Data& data) {
  return data.names.size() == 1 && !data.impacts &&
         (std::is_sorted(data.x.begin(), data.x.end()) ||
          std::is_sorted(data.x.rbegin(), data.x.rend()));
}

/// The part shown: all values with some room about them, but not below 0 where there are none.
std::optional<Box> box_of(const Data& data) {
  constexpr double room = 0.04;  // of the width and of the height
  Box box{.left = data.x.front(),
          .right = data.x.front(),
          .bottom = Range::unbounded,
          .top = -Range::unbounded};
  for (size_t i = 0; i < data.x.size(); ++i) {
    if (!std::isfinite(data.of[i]) || !std::isfinite(data.x[i])) continue;
    box.left = std::min(box.left, data.x[i]);
    box.right = std::max(box.right, data.x[i]);
    box.bottom = std::min(box.bottom, data.of[i]);
    box.top = std::max(box.top, data.of[i]);
  }
  const double height = box.top - box.bottom;
  if (!(box.left < box.right) || !(height > 0.0)) return {};
  const double width = box.right - box.left;
  box.left -= room * width;
  box.right += room * width;
  const bool positive = box.bottom >= 0.0;
  box.bottom -= room * height;
  if (positive) box.bottom = std::max(box.bottom, 0.0);
  box.top += room * height;
  return box;
}

Look look_of(const Data& data) {
  if (data.impacts) return Look::dots;
  return is_line(data) ? Look::marked_line : Look::points;
}

}  // namespace

void draw(const SweepPicture& picture, const std::string& file) {
  const Data data = data_of(picture);
  const auto label = [&](const std::string& column) {
    return picture.label ? picture.label(column) : column;
  };
  Diagram diagram{.x_label = label(data.names.front()), .log_x = is_logarithmic(data.x)};
  if (is_grid_of_two(data)) {
    diagram.title = label(data.column);
    diagram.y_label = label(data.names[1]);
    diagram.log_y = is_logarithmic(data.y);
    diagram.curves = {{.x = data.x, .y = data.y, .z = data.of, .look = Look::cells}};
  } else {
    diagram.y_label = label(data.column);
    diagram.log_y = spans_decades(data.of);
    if (!diagram.log_x && !diagram.log_y) diagram.box = box_of(data);
    diagram.curves = {{.x = data.x, .y = data.of, .look = look_of(data)}};
  }
  const Chart chart{.title = picture.title, .diagrams = {std::move(diagram)}};
  draw(script(chart), file, chart.width, chart.height);
}

}  // namespace ricochet::cli
