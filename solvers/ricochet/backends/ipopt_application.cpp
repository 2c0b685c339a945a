#include "ricochet/backends/ipopt_application.hpp"

#include "ricochet/backends/standing_options.hpp"

#include <atomic>
#include <stdexcept>
#include <string>

#ifdef RICOCHET_OPENBLAS
extern "C" void openblas_set_num_threads(int);
#endif

namespace ricochet {
namespace {

constexpr Index largest_dense = 100;  // unknowns plus constraints

/// The BLAS behind IPOPT must not start threads: systems are tiny and results must repeat.
void use_one_blas_thread() {
#ifdef RICOCHET_OPENBLAS
  static const bool done = (openblas_set_num_threads(1), true);
  (void)done;
#endif
}

}  // namespace

Ipopt::SmartPtr<Ipopt::IpoptApplication> make_application(const IpoptOptions& options) {
  use_one_blas_thread();
  const Ipopt::SmartPtr<Ipopt::Journalist> journalist = new Ipopt::Journalist();
  if (options.print_level > 0)
    journalist->AddFileJournal("console", "stdout",
                               static_cast<Ipopt::EJournalLevel>(options.print_level));
  const Ipopt::SmartPtr<Ipopt::RegisteredOptions> known = new Ipopt::RegisteredOptions();
  Ipopt::IpoptApplication::RegisterAllIpoptOptions(known);
  const Ipopt::SmartPtr<Ipopt::OptionsList> o = new StandingOptions(known, journalist);
  Ipopt::SmartPtr<Ipopt::IpoptApplication> application =
      new Ipopt::IpoptApplication(known, o, journalist);
  o->SetIntegerValue("print_level", options.print_level);
  o->SetStringValue("sb", "yes");
  if (!o->SetStringValue("linear_solver", options.sparse_solver))
    throw std::invalid_argument("ipopt: IPOPT knows no linear solver '" + options.sparse_solver +
                                "'; use \"mumps\", which stands beside CasADi");
  o->SetStringValue("nlp_scaling_method", "none");  // rows are scaled to lengths already
  o->SetNumericValue("bound_relax_factor", 0.0);    // else contact surfaces move
  if (application->Initialize("") != Ipopt::Solve_Succeeded)
    throw std::runtime_error(
        "IPOPT does not start: its library lacks an option this backend needs; use the IPOPT "
        "(3.14 or newer, with MUMPS) that stands beside CasADi");
  return application;
}

AlgorithmParts parts_for(Index size, const IpoptOptions& options) {
  const bool dense = options.linear_solver == LinearSolver::automatic
                         ? size <= largest_dense
                         : options.linear_solver == LinearSolver::dense;
  return {.dense = dense, .silent = options.print_level == 0};
}

long thread_number() {
  static std::atomic<long> last = 0;
  thread_local const long number = ++last;
  return number;
}

}  // namespace ricochet
