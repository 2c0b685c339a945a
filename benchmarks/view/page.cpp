#include "view/page.hpp"

#include "draw/html.hpp"
#include "program/record/settings_json.hpp"
#include "program/resources.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <map>
#include <string_view>

namespace ricochet::cli {
namespace {

/// As many digits as a screen shows, so that pages stay small.
Json rounded(double x) {
  return std::isfinite(x) ? Json(std::strtod(fmt::format("{:.6g}", x).c_str(), nullptr)) : Json();
}

/// "x, y, x, y, ...": the columns one after another.
Json flat(const Matrix& points) {
  Json array = Json::array();
  for (const double x : points.reshaped()) array.push_back(rounded(x));
  return array;
}

Json each_flat(const std::vector<Matrix>& shapes) {
  Json array = Json::array();
  for (const Matrix& shape : shapes) array.push_back(flat(shape));
  return array;
}

Json as_json(const std::vector<ContactMark>& marks) {
  Json array = Json::array();
  for (const ContactMark& mark : marks)
    for (const double x : {mark.at.x(), mark.at.y(), mark.normal.x(), mark.normal.y()})
      array.push_back(rounded(x));
  return array;
}

Json bodies_json(const Playback& play) {
  Json array = Json::array();
  for (const PlanarBody& body : play.bodies)
    array.push_back({{"name", body.name},
                     {"outline", body.outline ? flat(body.outline(play.problem.system)) : Json()}});
  return array;
}

/// x, y, theta of all bodies.
Json places_json(const Playback& play, const Frame& frame) {
  Json array = Json::array();
  for (const PlanarBody& body : play.bodies)
    for (const Index i : {body.x, body.y, body.theta})
      array.push_back(rounded(i >= 0 ? frame.state.q[i] : 0.0));
  return array;
}

Json gaps_json(const Playback& play, const Frame& frame) {
  Json array = Json::array();
  for (const Index row : play.listed) array.push_back(rounded(frame.gaps[row]));
  return array;
}

Json frames_json(const Playback& play) {
  Json frames = {{"t", Json::array()},    {"places", Json::array()}, {"energy", Json::array()},
                 {"gaps", Json::array()}, {"closed", Json::array()}, {"marks", Json::array()}};
  for (const Frame& frame : play.frames) {
    frames["t"].push_back(frame.state.t);
    frames["places"].push_back(places_json(play, frame));
    frames["energy"].push_back(rounded(frame.energy_error));
    frames["gaps"].push_back(gaps_json(play, frame));
    frames["closed"].push_back(frame.closed);
    frames["marks"].push_back(as_json(frame.marks));
  }
  return frames;
}

Json impacts_json(const Playback& play) {
  Json array = Json::array();
  for (const PlayedImpact& impact : play.impacts)
    array.push_back({{"t", impact.t},
                     {"contacts", impact.rows},
                     {"impulse", rounded(impact.impulse)},
                     {"marks", as_json(impact.marks)}});
  return array;
}

Json as_json(const Playback& play) {
  const Box& box = play.box;
  return {{"box", {box.left, box.right, box.bottom, box.top}},
          {"bodies", bodies_json(play)},
          {"solids", each_flat(play.solids.polygons)},
          {"edges", each_flat(play.solids.edges)},
          {"energy0", number_or_null(play.energy_initial)},
          {"contacts", play.contacts},
          {"listed", play.listed},
          {"impactsKnown", play.impacts_known},
          {"frames", frames_json(play)},
          {"impacts", impacts_json(play)}};
}

/// As an element of type application/json holds it: no "<" can end the element.
std::string embedded(const Json& json) {
  const std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string safe;
  for (const char c : text)
    if (c == '<')
      safe += "\\u003c";
    else
      safe += c;
  return safe;
}

std::string facts_html(const PageText& text) {
  std::string html;
  for (const auto& [name, value] : text.facts)
    html += fmt::format("<dt>{}</dt><dd>{}</dd>\n", escaped(name), escaped(value));
  return html;
}

std::string notes_html(const PageText& text) {
  std::string html;
  for (const std::string& note : text.notes) html += "<p>" + escaped(note) + "</p>\n";
  return html;
}

/// The template with every {{name}} replaced by its text, which is not looked at again.
std::string filled(std::string_view page, const std::map<std::string_view, std::string>& texts) {
  std::string result;
  while (true) {
    const size_t begin = page.find("{{"), end = page.find("}}");
    if (begin == std::string_view::npos) return result.append(page);
    result.append(page.substr(0, begin));
    result.append(texts.at(page.substr(begin + 2, end - begin - 2)));
    page.remove_prefix(end + 2);
  }
}

}  // namespace

std::string player_page(const Playback& play, const PageText& text) {
  std::string script;
  for (const std::string_view part :
       {resources::scene_js, resources::timeline_js, resources::player_js})
    script += part;
  return filled(resources::page_html, {{"title", escaped(text.title)},
                                       {"summary", escaped(play.problem.summary)},
                                       {"source", escaped(play.problem.source)},
                                       {"version", RICOCHET_VERSION},
                                       {"facts", facts_html(text)},
                                       {"notes", notes_html(text)},
                                       {"style", std::string(resources::page_css)},
                                       {"data", embedded(as_json(play))},
                                       {"script", script}});
}

}  // namespace ricochet::cli
