#pragma once

#include "run_data.hpp"

#include <memory>

namespace ricochet::python {

/// A run as Python holds it; copies share the numbers.
struct Run {
  std::shared_ptr<const RunData> data;
};

}  // namespace ricochet::python
