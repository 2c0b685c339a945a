#include "figures/figure_index.hpp"

#include "draw/html.hpp"
#include "program/resources.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace ricochet::cli {
namespace {

std::string head() {
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
         "<meta name=\"color-scheme\" content=\"light dark\">\n"
         "<title>ricochet: figures of the papers</title>\n<style>\n" +
         std::string(resources::index_css) + "</style>\n</head>\n<body>\n";
}

/// The class of a cell.
const char* kind_of(const Claim& claim) {
  switch (judge(claim)) {
    case Verdict::reproduced: return "reproduced";
    case Verdict::differs: return "differs";
    case Verdict::not_reproduced: break;
  }
  return "not";
}

std::string claim_row(const std::string& key, const Claim& claim, bool with_key) {
  const std::string first =
      with_key ? fmt::format("<td class=\"key\"><a href=\"#{0}\">{0}</a></td>", key)
               : std::string();
  return fmt::format("<tr>{}<td>{}</td><td>{}</td><td class=\"{}\">{}</td></tr>\n", first,
                     escaped(claim.text), escaped(measured_text(claim)), kind_of(claim),
                     escaped(verdict_text(claim)));
}

std::map<Verdict, size_t> outcomes_of(const std::vector<FigureResult>& results) {
  std::map<Verdict, size_t> outcomes;
  for (const FigureResult& result : results)
    for (const Claim& claim : result.claims) ++outcomes[judge(claim)];
  return outcomes;
}

/// "26 figures, 53 claims: 38 reproduced, 12 differ in a known way, 3 not reproduced"
std::string count_text(const std::vector<FigureResult>& results) {
  auto outcomes = outcomes_of(results);
  const size_t reproduced = outcomes[Verdict::reproduced], differ = outcomes[Verdict::differs],
               not_reproduced = outcomes[Verdict::not_reproduced];
  return fmt::format(
      "{} figures, {} claims: {} reproduced, {} differ in a known way, {} not reproduced",
      results.size(), reproduced + differ + not_reproduced, reproduced, differ, not_reproduced);
}

std::string overview(const std::vector<FigureResult>& results) {
  std::string html =
      "<div class=\"scroll\"><table>\n"
      "<tr><th>figure</th><th>claim</th><th>measured</th><th>verdict</th></tr>\n";
  for (const FigureResult& result : results) {
    if (!result.ok())
      html += fmt::format(
          "<tr><td class=\"key\">{}</td><td colspan=\"3\" class=\"not\">could not be computed: "
          "{}</td></tr>\n",
          result.figure.key, escaped(result.failure));
    for (const Claim& claim : result.claims) html += claim_row(result.figure.key, claim, true);
  }
  return html + "</table></div>\n";
}

std::string runs_of(const FigureResult& result) {
  std::string html;
  for (const RunNote& run : result.runs)
    html += fmt::format("<li>{}: <code>{}</code>, {} steps</li>\n", escaped(run.label),
                        escaped(run.command), run.steps);
  return html.empty() ? html
                      : "<details><summary>Runs</summary>\n<ul>\n" + html + "</ul></details>\n";
}

std::string files_of(const FigureResult& result) {
  std::string html =
      fmt::format("<a href=\"{0}.json\">{0}.json</a> (all settings)", result.figure.key);
  for (const std::string& file : result.files)
    html += fmt::format(", <a href=\"{0}\">{0}</a>", escaped(file));
  return "<p class=\"quiet\">Files: " + html + "</p>\n";
}

/// A picture that moves is fetched when it is asked for.
std::string motion_of(const FigureResult& result) {
  const std::string name = result.figure.key + ".gif";
  if (std::find(result.files.begin(), result.files.end(), name) == result.files.end()) return {};
  return fmt::format(
      "<details><summary>In motion</summary><img src=\"{}\" alt=\"{}, in motion\" "
      "loading=\"lazy\"></details>\n",
      name, escaped(result.figure.title));
}

std::string section(const FigureResult& result) {
  const FigureEntry& figure = result.figure;
  std::string html = fmt::format(
      "<section>\n<h2 id=\"{0}\">{0}: {1}</h2>\n<p class=\"quiet\">{2}, {3:.1f} s</p>\n",
      figure.key, escaped(figure.title), escaped(figure.source), result.seconds);
  if (!result.ok())
    return html + "<p>Could not be computed: " + escaped(result.failure) + "</p>\n</section>\n";
  html += fmt::format("<img src=\"{0}.svg\" alt=\"{1}\" loading=\"lazy\">\n", figure.key,
                      escaped(figure.title));
  html += motion_of(result);
  html +=
      "<div class=\"scroll\"><table>\n<tr><th>claim</th><th>measured</th><th>verdict</th></tr>\n";
  for (const Claim& claim : result.claims) html += claim_row(figure.key, claim, false);
  html += "</table></div>\n";
  for (const std::string& remark : result.remarks) html += "<p>" + escaped(remark) + "</p>\n";
  return html + runs_of(result) + files_of(result) + "</section>\n";
}

}  // namespace

std::string claims_page(const std::vector<FigureResult>& results) {
  return "# Claims of the papers, measured\n\n" + count_text(results) +
         ".\nA verdict is computed from the numbers beside it and the bands given with them.\n\n"
         "Written by `ricochet figure all` (ricochet " RICOCHET_VERSION
         "); `ricochet figure KEY` makes one figure with its pictures.\n\n" +
         claims_table(results);
}

std::string figure_index(const std::vector<FigureResult>& results) {
  std::string html = head();
  html += "<h1>Figures of the papers, made again</h1>\n<p>" + count_text(results) +
          ". A verdict is computed from the numbers beside it and the bands given with them; "
          "<code>ricochet figure all</code> (ricochet " RICOCHET_VERSION ") wrote this page.</p>\n";
  html += overview(results);
  for (const FigureResult& result : results) html += section(result);
  return html + "</body>\n</html>\n";
}

}  // namespace ricochet::cli
