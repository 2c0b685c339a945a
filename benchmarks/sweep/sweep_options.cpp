#include "sweep/sweep_options.hpp"

#include "program/options/values.hpp"

#include <stdexcept>
#include <string>

namespace ricochet::cli {
namespace {

using Text = const std::string&;

template <class Member>
OptionEntry file(const std::string& name, const std::string& value, const std::string& help,
                 Member member) {
  return {name, value, help, [member](Options& o, Text t) { o.*member = t; }};
}

double duration(const std::string& option, Text t) {
  const double value = number(option, t);
  if (value < 0.0)
    throw std::invalid_argument(option + ": expected a time >= 0 s, not '" + t + "'");
  return value;
}

OptionTable what_is_swept() {
  return {
      {"--grid", "NAME=FROM:TO:COUNT",
       "values of a name, both ends included;\nA:B:COUNT:log with equal ratios, or a list A,B,..;\n"
       "may be repeated, the first name is the slowest",
       [](Options& o, Text t) { o.grid.push_back(t); }, true},
      {"--random", "NAME=LAW(A,B)",
       "values at random: uniform(A,B), loguniform(A,B),\nnormal(MEAN,DEVIATION); may be repeated",
       [](Options& o, Text t) { o.random.push_back(t); }, true},
      {"--samples", "N", "members at each point of the grid, 1 by default",
       [](Options& o, Text t) { o.samples = count("--samples", t); }},
      {"--seed", "S", "of the random values, 1 by default",
       [](Options& o, Text t) { o.seed = count("--seed", t); }},
  };
}

OptionTable which_members() {
  return {
      {"--part", "k/N|auto", "make the k-th of N parts; auto: as Slurm or Open MPI says",
       [](Options& o, Text t) { o.part = t; }},
      {"--resume", "", "keep the members that the tables have",
       [](Options& o, Text) { o.go_on = true; }},
      {"--join", "", "join tables of all parts into --out",
       [](Options& o, Text) { o.join = true; }},
  };
}

OptionTable sweep_files() {
  return {
      file("--out", "FILE.csv", "write a row for every run", &Options::out),
      file("--impacts", "FILE.csv", "write a row for every impact", &Options::impacts),
      {"--impacts-after", "T", "leave out those of the first T seconds of a run",
       [](Options& o, Text t) { o.impacts_after = duration("--impacts-after", t); }},
      {"--certify-every", "K", "judge every K-th step as a whole; 0: none",
       [](Options& o, Text t) { o.certify_every = count("--certify-every", t); }},
      file("--plot", "FILE.svg|.png", "draw the runs, or the impacts, over what is swept",
           &Options::plot),
      file("--plot-of", "COLUMN",
           "what is drawn: energy_error, or the speed of impacts, by default", &Options::plot_of),
      {"--quiet", "", "print complaints only", [](Options& o, Text) { o.quiet = true; }},
  };
}

}  // namespace

OptionTable sweep_options() {
  return joined({what_is_swept(), which_members(), {jobs_option()}, sweep_files()});
}

}  // namespace ricochet::cli
