#pragma once

#include "ricochet/backends/ipopt_program.hpp"
#include "ricochet/backends/quick_run.hpp"

#include <memory>

namespace ricochet {

/// IPOPT for a program whose solution is near, see QuickAlgorithmBuilder. Its answers are as good
/// as those of IpoptProgram, but it fails more often: whoever asks it has to judge the answer, and
/// to ask IpoptProgram where it is refused.
class QuickIpopt {
 public:
  /// The same program with the same derivatives; builds nothing symbolic.
  QuickIpopt(const IpoptProgram& program, const IpoptOptions& options);
  QuickIpopt(const QuickIpopt& other);
  QuickIpopt& operator=(const QuickIpopt&) = delete;
  ~QuickIpopt();

  /// Solves from x, multipliers y and the values of the inequalities, in place. Slacks and
  /// multipliers are first moved to the central path of the run's barrier.
  IpoptEnd solve(const Vector& parameters, const QuickRun& run, Vector& x, Vector& y,
                 const Vector& slacks);
  [[nodiscard]] long iterations() const;  ///< of the last solve

 private:
  class Engine;
  std::unique_ptr<Engine> engine_;
};

}  // namespace ricochet
