#include "limit/costs_compared.hpp"
#include "limit/page.hpp"
#include "limit/ratios.hpp"
#include "limit/runs.hpp"
#include "limit/step_times.hpp"
#include "ricochet/io/files.hpp"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <iostream>

namespace {

using namespace ricochet;
using namespace ricochet::limit;
using Words = std::vector<std::string>;

constexpr const char* usage = R"(Steps of the library beside programs written by hand.

  ratios FOLDER                           times and their ratios, beside those of FOLDER/limit.csv
  page FOLDER                             measures limit.csv and writes limit.md, with instructions.csv
  compare COMMITTED.csv COUNTED.csv       instructions of steps; the exit code is 3 if they have grown
  list [all]                              steppers, or all, whose instructions are counted
  steps PROBLEM PROGRAM [uncertified]     makes the steps of a run that are counted; prints how many
)";

constexpr long warm_up = 50;  // steps; what is counted begins in the middle of the run

std::vector<Run> all_runs() {
  std::vector<Run> runs;
  for (const Subject& subject : all_subjects()) {
    runs.push_back(library_run(subject));
    const std::vector<Program> programs = programs_for(subject.problem);
    for (const Program& program : programs) runs.push_back(hand_run(program));
    if (!programs.empty()) runs.push_back(nlpsol_run(subject.problem));
  }
  return runs;
}

std::vector<Time> committed_times(const std::string& folder) {
  const std::string path = folder + "/limit.csv";
  return std::filesystem::exists(path) ? read_times(path) : std::vector<Time>{};
}

void ratios(const std::string& folder) {
  const std::vector<Time> before = committed_times(folder);
  std::cout << "\nSteps with newton, certified, beside programs written by hand and beside IPOPT "
               "through nlpsol.\n`committed` is the ratio in "
            << folder << "/limit.csv.\n\n"
            << times_table(time_steps(all_runs()), before);
}

void page(const std::string& folder) {
  const std::vector<Cost> costs = read_costs(folder + "/instructions.csv");
  const std::vector<Time> before = committed_times(folder), times = time_steps(all_runs());
  write_atomically(folder + "/limit.csv", times_csv(times));
  write_atomically(folder + "/limit.md", limit_page(costs, times, before));
}

void list(bool all) {
  for (const Subject& subject : all_subjects())
    std::cout << subject.problem << ',' << subject.stepper << '\n';
  if (!all) return;
  for (const Program& program : all_programs())
    std::cout << program.problem << ',' << program.level << '\n';
}

int compare_files(const std::string& committed, const std::string& counted) {
  const CostsCompared result = compare(read_costs(committed), read_costs(counted));
  std::cout << result.text;
  return result.grown ? 3 : 0;
}

void steps(const std::string& problem, const std::string& program, bool certified) {
  const Run run = find_run(problem, program, certified);
  run.make(std::min(warm_up, run.steps));
  counted_steps(run, run.steps);
  std::cout << run.steps << '\n';
}

int refuse() {
  std::cerr << usage;
  return 2;
}

int act(const Words& words) {
  const std::string command = words.empty() ? "" : words[0];
  const size_t given = words.size();
  if (command == "compare" && given == 3) return compare_files(words[1], words[2]);
  if (command == "ratios" && given == 2)
    ratios(words[1]);
  else if (command == "page" && given == 2)
    page(words[1]);
  else if (command == "list" && (given == 1 || words == Words{"list", "all"}))
    list(given == 2);
  else if (command == "steps" && (given == 3 || (given == 4 && words[3] == "uncertified")))
    steps(words[1], words[2], given == 3);
  else
    return refuse();
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return act(Words(argv + 1, argv + argc));
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
