#include "cli/figures/figure_index.hpp"

#include "cli/html.hpp"

#include <fmt/format.h>

#include <map>
#include <string_view>

namespace ricochet::cli {
namespace {

constexpr std::string_view head = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>ricochet: figures of the papers</title>
<style>
  body { font: 16px/1.45 system-ui, sans-serif; color: #222; max-width: 1100px; margin: 2em auto; padding: 0 1em; }
  h1, h2 { line-height: 1.2; }
  h2 { margin-top: 3em; border-top: 1px solid #ddd; padding-top: 1em; }
  table { border-collapse: collapse; width: 100%; font-size: 14px; }
  th, td { text-align: left; vertical-align: top; padding: 0.3em 0.6em; border-bottom: 1px solid #ddd; }
  td.key { white-space: nowrap; }
  td.reproduced { color: #00734f; }
  td.differs { color: #8a5a00; }
  td.not { color: #a8200d; }
  img { width: 100%; background: #fff; border: 1px solid #eee; }
  code { font-size: 13px; overflow-wrap: anywhere; }
  .quiet { color: #666; font-size: 14px; }
  @media print { h2 { break-before: page; border: 0; } }
</style>
</head>
<body>
)";

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

/// "53 claims: 38 reproduced, 12 differ, 3 not reproduced"
std::string count_text(const std::vector<FigureResult>& results) {
  std::map<Verdict, size_t> outcomes;
  size_t all = 0;
  for (const FigureResult& result : results)
    for (const Claim& claim : result.claims) {
      ++all;
      ++outcomes[judge(claim)];
    }
  return fmt::format(
      "{} figures, {} claims: {} reproduced, {} differ in a known way, {} not reproduced",
      results.size(), all, outcomes[Verdict::reproduced], outcomes[Verdict::differs],
      outcomes[Verdict::not_reproduced]);
}

std::string overview(const std::vector<FigureResult>& results) {
  std::string html =
      "<table>\n<tr><th>figure</th><th>claim</th><th>measured</th><th>verdict</th></tr>\n";
  for (const FigureResult& result : results) {
    if (!result.ok())
      html += fmt::format(
          "<tr><td class=\"key\">{}</td><td colspan=\"3\" class=\"not\">could not be computed: "
          "{}</td></tr>\n",
          result.figure.key, escaped(result.failure));
    for (const Claim& claim : result.claims) html += claim_row(result.figure.key, claim, true);
  }
  return html + "</table>\n";
}

std::string runs_of(const FigureResult& result) {
  std::string html;
  for (const RunNote& run : result.runs)
    html += fmt::format("<li>{}: <code>{}</code>, {} steps</li>\n", escaped(run.label),
                        escaped(run.command), run.steps);
  return html.empty() ? html : "<p>Runs:</p>\n<ul>\n" + html + "</ul>\n";
}

std::string files_of(const FigureResult& result) {
  std::string html =
      fmt::format("<a href=\"{0}.json\">{0}.json</a> (all settings)", result.figure.key);
  for (const std::string& file : result.files)
    html += fmt::format(", <a href=\"{0}\">{0}</a>", escaped(file));
  return "<p class=\"quiet\">Files: " + html + "</p>\n";
}

std::string section(const FigureResult& result) {
  const FigureEntry& figure = result.figure;
  std::string html =
      fmt::format("<h2 id=\"{0}\">{0}: {1}</h2>\n<p class=\"quiet\">{2}, {3:.1f} s</p>\n",
                  figure.key, escaped(figure.title), escaped(figure.source), result.seconds);
  if (!result.ok()) return html + "<p>Could not be computed: " + escaped(result.failure) + "</p>\n";
  html += fmt::format("<img src=\"{0}.svg\" alt=\"{1}\" loading=\"lazy\">\n", figure.key,
                      escaped(figure.title));
  html += "<table>\n<tr><th>claim</th><th>measured</th><th>verdict</th></tr>\n";
  for (const Claim& claim : result.claims) html += claim_row(figure.key, claim, false);
  html += "</table>\n";
  for (const std::string& remark : result.remarks) html += "<p>" + escaped(remark) + "</p>\n";
  return html + runs_of(result) + files_of(result);
}

}  // namespace

std::string figure_index(const std::vector<FigureResult>& results) {
  std::string html(head);
  html += "<h1>Figures of the papers, made again</h1>\n<p>" + count_text(results) +
          ". A verdict is computed from the numbers beside it and the bands given with them; "
          "<code>ricochet figure all</code> (ricochet " RICOCHET_VERSION ") wrote this page.</p>\n";
  html += overview(results);
  for (const FigureResult& result : results) html += section(result);
  return html + "</body>\n</html>\n";
}

}  // namespace ricochet::cli
