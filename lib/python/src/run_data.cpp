#include "run_data.hpp"

#include <utility>

namespace ricochet::python {
namespace {

void add_impact(const System& system, const Impact& impact, ImpactTable& table) {
  table.t.push_back(impact.t);
  table.alpha.push_back(impact.alpha);
  table.energy_minus.push_back(impact.energy_minus);
  table.energy_plus.push_back(impact.energy_plus);
  table.q.add(impact.q);
  table.p_minus.add(impact.p_minus);
  table.p_plus.add(impact.p_plus);
  for (const Index entry : impact.constraints) table.contacts.push_back(system.gap_name(entry));
  table.impulses.insert(table.impulses.end(), impact.impulse.begin(), impact.impulse.end());
  table.impulses.resize(table.contacts.size());
  table.first.push_back(table.contacts.size());
  table.flagged.push_back(impact.flagged);
}

void add_sample(const Sample& sample, RunData& data) {
  data.t.push_back(sample.state.t);
  data.q.add(sample.state.q);
  data.p.add(sample.state.p);
  data.energy.push_back(sample.energy);
  data.energy_least.push_back(sample.energy_least);
  data.energy_most.push_back(sample.energy_most);
  data.momenta.add(sample.momenta);
  data.gaps.add(sample.gaps);
}

}  // namespace

void Table::add(const Vector& row) {
  columns = static_cast<size_t>(row.size());
  numbers.insert(numbers.end(), row.begin(), row.end());
  ++rows;
}

std::shared_ptr<const RunData> run_data(const System& system, const std::string& method,
                                        RecordedRun made, const std::vector<double>& certificates) {
  auto data = std::make_shared<RunData>(RunData{.system = system, .method = method});
  for (const Sample& sample : made.samples) add_sample(sample, *data);
  // E_d of the start is known after the first step only.
  if (!data->energy.empty()) data->energy.front() = made.summary.energy_initial;
  for (const ImpactStep& step : made.impact_steps)
    for (const Impact& impact : step.impacts) add_impact(system, impact, data->impacts);
  data->certificates = {0.0};
  data->certificates.insert(data->certificates.end(), certificates.begin(), certificates.end());
  data->certificates.resize(data->t.size(), made.last.report.certificate.worst());
  made.samples.clear();
  made.impact_steps.clear();
  data->made = std::move(made);
  return data;
}

}  // namespace ricochet::python
