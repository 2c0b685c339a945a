#include "ricochet/run/sampler.hpp"

#include <algorithm>

namespace ricochet {
namespace {

/// The multiple of `every` at which there are no more than `most` samples of so many steps.
long stride(const SampleOptions& o, long steps) {
  if (o.every == 0) return 0;
  const long most = std::max(1L, o.most), samples = steps / o.every;
  return o.every * std::max(1L, (samples + most - 1) / most);
}

}  // namespace

Sample sample_of(const Step& step, Measures& measures) {
  const double E = measures.energy(step);
  return {.state = step.state,
          .energy = E,
          .energy_least = E,
          .energy_most = E,
          .momenta = measures.momenta(step.state),
          .gaps = measures.gaps(step.state)};
}

Sampler::Sampler(const SampleOptions& options, long steps) : keeps_impacts_(options.impacts) {
  kept_.samples_every = stride(options, steps);
}

void Sampler::start(const Step& step, const Monitor& measured) {
  kept_.gaps_least = kept_.gaps_most = measured.gaps();
  energy_ = measured.energy();
  keep(step, measured);
}

void Sampler::take(const Step& step, const Monitor& measured) {
  kept_.gaps_least = kept_.gaps_least.cwiseMin(measured.gaps());
  kept_.gaps_most = kept_.gaps_most.cwiseMax(measured.gaps());
  const double E = measured.energy();
  if (keeps_impacts_ && !step.impacts.empty())
    kept_.impact_steps.push_back({energy_, E, step.impacts});
  energy_ = E;
  least_ = std::min(least_, E);
  most_ = std::max(most_, E);
  const long every = kept_.samples_every;
  if (every > 0 && measured.summary().steps % every == 0) keep(step, measured);
}

void Sampler::finish(const Step& last, const Monitor& measured) {
  if (kept_.samples.back().state.t < last.state.t) keep(last, measured);
}

void Sampler::keep(const Step& step, const Monitor& measured) {
  const double E = measured.energy();
  kept_.samples.push_back({.state = step.state,
                           .energy = E,
                           .energy_least = std::min(least_, E),
                           .energy_most = std::max(most_, E),
                           .momenta = measured.momenta(),
                           .gaps = measured.gaps()});
  least_ = std::numeric_limits<double>::infinity();
  most_ = -least_;
}

}  // namespace ricochet
