#include "sweep/sweep_run.hpp"

#include "program/options/run_plan.hpp"
#include "program/progress_line.hpp"
#include "ricochet/run/ensemble.hpp"
#include "ricochet/run/stopwatch.hpp"
#include "sweep/member_starts.hpp"
#include "sweep/sweep_files.hpp"
#include "sweep/sweep_rows.hpp"

#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <utility>

namespace ricochet::cli {
namespace {

/// Members that share a stepper, in order.
using Groups = std::vector<std::vector<size_t>>;

Groups pending(const SweepPlan& plan, const std::vector<bool>& done) {
  std::map<std::vector<double>, size_t> places;
  Groups groups;
  for (size_t member = plan.first(); member < plan.end(); ++member) {
    if (done[member - plan.first()]) continue;
    const auto key = rebuilding_values(plan, plan.members.values(member));
    const auto [place, is_new] = places.try_emplace(key, groups.size());
    if (is_new) groups.emplace_back();
    groups[place->second].push_back(member);
  }
  return groups;
}

/// Those parameters of the system that are swept.
struct Parameters {
  std::vector<std::string> names = {};
  std::vector<size_t> places = {};

  explicit Parameters(const std::vector<Swept>& swept) {
    for (size_t i = 0; i < swept.size(); ++i) {
      if (swept[i].place != Place::parameter) continue;
      names.push_back(swept[i].name);
      places.push_back(i);
    }
  }
  [[nodiscard]] std::vector<double> of(const std::vector<double>& values) const {
    std::vector<double> chosen;
    for (const size_t i : places) chosen.push_back(values[i]);
    return chosen;
  }
};

/// The runs of a sweep, one stepper after another.
class SweepRuns {
 public:
  SweepRuns(const SweepPlan& plan, Console& console, const std::function<bool()>& stop_requested)
      : plan_(plan),
        stop_requested_(stop_requested),
        parameters_(plan.swept),
        files_(plan),
        line_(console, static_cast<long>(files_.done_count()),
              static_cast<long>(plan.end() - plan.first()), plan.options.quiet, "members"),
        console_(console) {}

  SweepOutcome make() {
    const Stopwatch watch;
    outcome_.members = plan_.end() - plan_.first();
    outcome_.before = files_.done_count();
    for (const std::vector<size_t>& group : pending(plan_, files_.done()))
      if (!stop_requested_()) make_group(group);
    line_.clear();
    files_.finish();
    outcome_.wall_seconds = watch.seconds();
    return outcome_;
  }

 private:
  void make_group(const std::vector<size_t>& members);
  [[nodiscard]] EnsembleRecipe recipe_for(const Setup& setup, double h) const;
  [[nodiscard]] std::unique_ptr<Stepper> build(const Options& o, Setup& setup, size_t first) const;
  [[nodiscard]] double step_size_of(const std::vector<double>& values, double usual) const;
  void take(const std::vector<size_t>& members, const MemberRun& run, const Stepper& stepper,
            MemberStarts& starts);
  void note(size_t member, const MemberRun& run);

  const SweepPlan& plan_;
  const std::function<bool()>& stop_requested_;
  const Parameters parameters_;
  SweepFiles files_;
  ProgressLine line_;
  Console& console_;
  std::mutex mutex_;  // of files and outcome
  SweepOutcome outcome_;
};

/// With the values of its first member: a method may take these and not those of the problem.
std::unique_ptr<Stepper> SweepRuns::build(const Options& o, Setup& setup, size_t first) const {
  const Notice building(console_, plan_.options.quiet, "building " + o.operand + " ...");
  const std::vector<double> values = parameters_.of(plan_.members.values(first));
  try {
    setup.problem.system = setup.problem.system.with(parameters_.names, values);
  } catch (const std::invalid_argument&) {
    // The member is a row with its status, the others have other values.
  }
  return make_stepper(o, setup, "automatic");
}

double SweepRuns::step_size_of(const std::vector<double>& values, double usual) const {
  for (size_t i = 0; i < plan_.swept.size(); ++i)
    if (plan_.swept[i].place == Place::step_size) return values[i];
  return usual;
}

EnsembleRecipe SweepRuns::recipe_for(const Setup& setup, double h) const {
  const Options& o = plan_.options;
  return {.h = h,
          .steps = step_count(o, setup.problem, h),
          .parameters = parameters_.names,
          .samples = {.every = 0, .impacts = !o.impacts.empty()},
          .certify_every = o.certify_every,
          .violated_start = o.violated_start,
          .threads = static_cast<size_t>(o.jobs),
          .stop_requested = stop_requested_};
}

void SweepRuns::make_group(const std::vector<size_t>& members) {
  const Options o = options_with(plan_, plan_.members.values(members.front()));
  Setup setup = make_setup(o);
  const std::unique_ptr<Stepper> stepper = build(o, setup, members.front());
  MemberStarts starts(plan_, setup.problem);
  const double usual = step_size(o, setup);
  EnsembleRecipe recipe = recipe_for(setup, usual);
  recipe.members = members.size();
  recipe.member = [&](size_t i) {
    const std::vector<double> values = plan_.members.values(members[i]);
    const double h = step_size_of(values, usual);
    EnsembleMember made{.values = parameters_.of(values), .h = h};
    try {
      made.steps = h == usual ? recipe.steps : step_count(o, setup.problem, h);
      made.start = starts.of(members[i], values, h);
    } catch (const std::invalid_argument& refused) {
      made.start = starts.none(members[i], refused.what());
    }
    return made;
  };
  recipe.on_end = [&](const MemberRun& run) { take(members, run, *stepper, starts); };
  const long before = static_cast<long>(outcome_.before + outcome_.made);
  recipe.on_progress = [&, before](const Progress& p) { line_.update(before + p.made); };
  run_ensemble(*stepper, recipe, [](MemberRun&&) {});
}

void SweepRuns::take(const std::vector<size_t>& members, const MemberRun& run,
                     const Stepper& stepper, MemberStarts& starts) {
  if (run.end.status == StepStatus::interrupted) return;
  const size_t member = members[run.member];
  const std::vector<double> values = plan_.members.values(member);
  const RowOf of{member, values, plan_.coordinates, plan_.sign};
  const std::string reason = starts.reason(member);
  MemberRun told;
  if (!reason.empty()) {
    told = run;
    told.message = reason;
  }
  const MemberRun& shown = reason.empty() ? run : told;
  std::string impacts;
  if (!run.impact_steps.empty())
    impacts = impact_rows(of, run, stepper.system().with(parameters_.names, run.of.values),
                          plan_.options.impacts_after);
  const std::string row = sweep_row(of, shown, stepper.info().logs_impacts);
  const std::scoped_lock guard(mutex_);
  files_.take(row, impacts);
  note(member, shown);
}

void SweepRuns::note(size_t member, const MemberRun& run) {
  ++outcome_.made;
  if (run.ok()) return;
  if (outcome_.failed++ == 0 || member < outcome_.first_failed) {
    outcome_.first_failed = member;
    outcome_.failure = run.message;
  }
}

}  // namespace

SweepOutcome make_sweep(const SweepPlan& plan, Console& console,
                        const std::function<bool()>& stop_requested) {
  SweepRuns runs(plan, console, stop_requested);
  return runs.make();
}

}  // namespace ricochet::cli
