#include "record.hpp"

#include "ricochet/run/resumption.hpp"
#include "ricochet/simulate.hpp"

#include <chrono>
#include <exception>
#include <stdexcept>
#include <utility>
#include <vector>

namespace ricochet::python {
namespace {

namespace nb = nanobind;

/// What the interpreter asks of a run that goes on without its lock.
class Watch {
 public:
  Watch(RunRecipe& recipe, nb::object progress) : progress_(std::move(progress)) {
    recipe.stop_requested = [this] { return stop_requested(); };
    if (!progress_.is_none()) recipe.on_progress = [this](const Progress& now) { tell(now); };
  }

  [[nodiscard]] std::exception_ptr thrown() const { return thrown_; }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds interval{100};

  bool stop_requested() {
    const auto now = Clock::now();
    if (stop_ || now - looked_ < interval) return stop_;
    looked_ = now;
    const nb::gil_scoped_acquire locked;
    if (PyErr_CheckSignals() == 0) return stop_;
    stop_ = true;
    if (PyErr_ExceptionMatches(PyExc_KeyboardInterrupt) != 0)
      PyErr_Clear();
    else
      keep(nb::python_error());
    return true;
  }

  void tell(const Progress& now) {
    if (stop_) return;
    const nb::gil_scoped_acquire locked;
    try {
      progress_(now.made, now.total, now.energy_error);
    } catch (nb::python_error& error) {
      stop_ = true;
      if (!error.matches(PyExc_KeyboardInterrupt)) keep(std::move(error));
    }
  }

  /// Exceptions of Python are copied with the interpreter's lock only: they are thrown from here.
  void keep(nb::python_error&& error) { thrown_ = std::make_exception_ptr(std::move(error)); }

  nb::object progress_;
  Clock::time_point looked_ = Clock::now();
  bool stop_ = false;
  std::exception_ptr thrown_ = {};
};

/// The lengths of the certificates of the recorded rows.
struct Certificates {
  long made = 0;  ///< steps of the whole run
  std::vector<double> kept = {};

  void of_rows(RunRecipe& recipe) {
    const long every = recipe.samples.every;
    if (every == 0) return;
    recipe.on_step = [this, every](const Step& step) {
      if (++made % every == 0) kept.push_back(step.report.certificate.worst());
    };
  }
};

std::unique_ptr<Recording> begun(Stepper& stepper, const Beginning& begin, const RunRecipe& recipe,
                                 Certificates& certificates) {
  if (!begin.file.empty()) {
    const Checkpoint from = load_checkpoint(begin.file, stepper.system());
    certificates.made = from.summary.steps;
    return std::make_unique<Recording>(stepper, from, recipe);
  }
  if (begin.step) return std::make_unique<Recording>(stepper, *begin.step, recipe);
  check_recipe(recipe);
  // No step is made: the start is judged.
  (void)simulate(stepper, *begin.state, {.h = recipe.h, .violated_start = recipe.violated_start});
  return std::make_unique<Recording>(stepper, Step{.state = *begin.state}, recipe);
}

/// Files that cannot be written are errors of the operating system.
[[noreturn]] void raise_os_error(const std::runtime_error& failure) {
  PyErr_SetString(PyExc_OSError, failure.what());
  throw nb::python_error();
}

}  // namespace

std::shared_ptr<const RunData> record_run(Method& method, const Beginning& begin, RunRecipe recipe,
                                          nb::object progress) {
  Watch watch(recipe, std::move(progress));
  Certificates certificates;
  certificates.of_rows(recipe);
  try {
    const auto recording = begun(method.stepper(), begin, recipe, certificates);
    {
      const nb::gil_scoped_release released;
      recording->make();
    }
    RecordedRun made = recording->finish();
    if (watch.thrown()) std::rethrow_exception(watch.thrown());
    return run_data(method.system(), method.name(), std::move(made), certificates.kept);
  } catch (const nb::python_error&) {
    throw;
  } catch (const std::runtime_error& failure) {
    raise_os_error(failure);
  }
}

}  // namespace ricochet::python
