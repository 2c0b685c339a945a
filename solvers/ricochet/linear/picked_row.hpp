#pragma once

#include "ricochet/linear/kernel_matrix.hpp"

namespace ricochet {

/// The unknown that a row gives, see PickedRow.
struct Partner {
  Index unknown = 0;
  bool late = false;
};

/// A row of a square system, picked from a sparse matrix, and the unknown that it is expected to
/// give. Every unknown is the partner of one row.
struct PickedRow {
  const KernelMatrix* from = nullptr;
  Index row = 0;
  Index partner = 0;  ///< a column
  bool late = false;  ///< gives its partner only behind the rows it depends on: a constraint

  [[nodiscard]] bool operator==(const PickedRow& o) const {
    return from == o.from && row == o.row && partner == o.partner && late == o.late;
  }
};

}  // namespace ricochet
