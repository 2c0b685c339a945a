#include "figures/figure_result.hpp"

#include "program/record/settings_json.hpp"
#include "ricochet/io/files.hpp"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <filesystem>

namespace ricochet::cli {
namespace {

Json as_json(const RunNote& run) {
  return {{"label", run.label},
          {"command", run.command},
          {"steps", run.steps},
          {"end", run.message},
          {"options", settings_json(run.settings.options)},
          {"structure", settings_json(run.settings.structure)},
          {"parameters", settings_json(run.settings.parameters)}};
}

Json as_json(const std::vector<Measured>& numbers) {
  Json array = Json::array();
  for (const Measured& m : numbers)
    array.push_back({{"what", m.what},
                     {"value", number_or_null(m.value)},
                     {"unit", m.unit},
                     {"least", number_or_null(m.band.least)},
                     {"most", number_or_null(m.band.most)},
                     {"holds", m.holds()}});
  return array;
}

std::string word(Verdict verdict) {
  switch (verdict) {
    case Verdict::reproduced: return "reproduced";
    case Verdict::differs: return "differs";
    case Verdict::not_reproduced: break;
  }
  return "not reproduced";
}

Json as_json(const Claim& claim) {
  return {{"claim", claim.text},
          {"measured", measured_text(claim)},
          {"verdict", verdict_text(claim)},
          {"outcome", word(judge(claim))},
          {"numbers", as_json(claim.measured)},
          {"known_difference", as_json(claim.known_difference.measured)}};
}

template <class Items>
Json each(const Items& items) {
  Json array = Json::array();
  for (const auto& item : items) array.push_back(as_json(item));
  return array;
}

/// Bars separate cells, hence are escaped inside one.
std::string cell(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '|') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string row(const std::array<std::string, 4>& cells) {
  return fmt::format("| {} | {} | {} | {} |\n", cell(cells[0]), cell(cells[1]), cell(cells[2]),
                     cell(cells[3]));
}

}  // namespace

FigureResult make_figure(const FigureEntry& figure, const FigureSettings& settings,
                         Console& console) {
  const auto begin = std::chrono::steady_clock::now();
  FigureResult result{.figure = figure};
  Workbench bench(figure.key, settings, console);
  try {
    figure.make(bench);
    result.claims = bench.claims();
    result.files = bench.file_names();
  } catch (const FigureStopped&) {
    throw;
  } catch (const FigureFailure& failure) {
    result.failure = failure.what();
  } catch (const std::logic_error& refusal) {  // a stepper or a backend that cannot take it
    result.failure = refusal.what();
  }
  result.runs = bench.runs();
  result.remarks = bench.remarks();
  if (result.ok()) bench.write();
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  result.seconds = taken.count();
  write_atomically((std::filesystem::path(settings.folder) / (figure.key + ".json")).string(),
                   to_json(result));
  return result;
}

std::string to_json(const FigureResult& result) {
  const Json json = {{"key", result.figure.key},
                     {"title", result.figure.title},
                     {"source", result.figure.source},
                     {"version", RICOCHET_VERSION},
                     {"failure", result.ok() ? Json() : Json(result.failure)},
                     {"seconds", result.seconds},
                     {"remarks", result.remarks},
                     {"claims", each(result.claims)},
                     {"runs", each(result.runs)},
                     {"files", result.files}};
  return json.dump(2) + "\n";
}

std::string to_text(const FigureResult& result) {
  const std::string& key = result.figure.key;
  if (!result.ok()) return fmt::format("{}: could not be computed: {}\n", key, result.failure);
  std::string text;
  for (const Claim& claim : result.claims)
    text += fmt::format("{}: {} / {} / {}\n", key, claim.text, measured_text(claim),
                        verdict_text(claim));
  return text;
}

std::string claims_table(const std::vector<FigureResult>& results) {
  std::string text =
      row({"figure", "claim", "measured", "verdict"}) + row({"---", "---", "---", "---"});
  for (const FigureResult& result : results) {
    if (!result.ok())
      text += row({result.figure.key, "", "", "could not be computed: " + result.failure});
    for (const Claim& claim : result.claims)
      text += row({result.figure.key, claim.text, measured_text(claim), verdict_text(claim)});
  }
  return text;
}

}  // namespace ricochet::cli
