#pragma once

#include "ricochet/discretization.hpp"
#include "ricochet/flight/flight_problems.hpp"
#include "ricochet/linear/kernel_matrix.hpp"
#include "ricochet/linear/square_solver.hpp"
#include "ricochet/step_call.hpp"
#include "ricochet/steppers/smooth_contact.hpp"
#include "ricochet/system.hpp"

#include <array>
#include <optional>
#include <vector>

namespace ricochet {

/// How a flight begins.
struct Launch {
  double t = 0.0;         ///< [s]
  Vector q = {}, p = {};  ///< p: before the impact, if there is one
  Mask held = {};         ///< contacts that stay closed, per entry of g
  Mask pinned = {};       ///< contact points that do not slip, per tangent
  Vector drag = {};       ///< the others rub with rho = drag lambda of their contact, per tangent,
  Vector rub = {};        ///< or where this is not 0 with -rub lambda T^T w / |T^T w|
  Vector nudge = {};      ///< momentum added where the search for w begins; empty: none
  bool impact = false;    ///< an impulse sigma * direction that keeps the discrete energy
  Vector direction = {};  ///< n, of an impact
  double energy = 0.0;    ///< E_d to be kept [J], of an impact

  [[nodiscard]] bool holding() const { return held.any() || pinned.any(); }
};

/// A point of a flight: everything at the time tau after its start.
struct FlightPoint {
  double tau = 0.0;              ///< [s]
  Vector w = {};                 ///< (q - q_start) / tau [m/s]
  Vector nu = {};                ///< impulses of the equalities [N s]
  Vector kappa = {};             ///< impulses of the nonholonomic rows
  Vector lambda = {}, rho = {};  ///< impulses of held contacts and pinned tangents
  double sigma = 0.0;            ///< the impact's impulse is sigma * direction
  Vector q = {}, gaps = {};
  Vector slopes = {};      ///< dg/dtau along the family of steps
  Vector top_speeds = {};  ///< bounds of |dg/dtau| for motion as fast in any direction
};

/// Steps of any size, and the first gap that one closes.
class Flight {
 public:
  /// What its launches may ask for: contacts to hold, impacts to begin with.
  struct Features {
    bool holding = false, impacts = false;
  };
  Flight(const System& s, const Discretization& d, const Backend& backend, Features features);

  void set_parameters(const System& s);

  /// The point at tau >= 0 of a flight. Behind an impact no_admissible_root means that no impulse
  /// leaves with the energy to be kept, checked by bisection of its size; any other failure is one
  /// of the solver.
  StepReport fly(const Launch& from, double tau, FlightPoint& point);
  /// The momentum at a point, with the impulses that make it compatible with what is held.
  StepReport land(const Launch& from, const FlightPoint& point, Vector& p1, Multipliers& force);
  /// E_d = -D3 L_d of the step to a point [J], and the same as an energy at its start and at its
  /// end: less the work of F-, plus that of F+.
  struct Energies {
    double mean = 0.0, start = 0.0, end = 0.0;
  };
  [[nodiscard]] Energies energies(const Launch& from, const FlightPoint& point);

  /// The first gap that is positive and becomes negative before `end`, whose point is known; gaps
  /// that are closed or violated at the start count once they have opened, held ones never. Dips
  /// in between are found. Returns the entry of g (of a union the last piece to close) and its
  /// exact point, or -1.
  Index first_crossing(const Launch& from, const FlightPoint& end, FlightPoint& hit,
                       StepReport& report);
  /// Of the last search: the entry of a gap, closed at the start and not held, that became negative
  /// without having opened before; -1 if there is none.
  [[nodiscard]] Index sinking() const { return sinking_; }

  /// Gaps at q; valid until the next call of this object.
  [[nodiscard]] const Vector& gaps(const Vector& q);
  /// Sets 1 for the entries of g that are closed or violated at q, g_i <= the tolerance, else 0.
  void reached_at(const Vector& q, Mask& reached);
  /// Sets 1 for the entries closed at q or closing within a time at velocity w; a union's pieces
  /// only where none is open.
  void touching(const Vector& q, const Vector& w, double within, Mask& out);

 private:
  struct Call : StepCall {  // of a flight, see flight_problem
    using StepCall::StepCall;
    Given q = given("q"), p = given("p"), t = given("t"), theta = given("theta");
    Given held = given("held"), pinned = given("pinned"), drag = given("drag");
    Given rub = given("rub"), direction = given("d"), energy = given("E");
    Sought w = sought("w"), nu = sought("nu"), kappa = sought("kappa"), lambda = sought("lambda");
    Sought rho = sought("rho"), sigma = sought("sigma");
  };
  struct FreeCall : Call {
    using Call::Call;
    Given tau = given("tau");
  };
  struct HitCall : Call {
    using Call::Call;
    Given weights = given("weights");
    Sought tau = sought("tau");
  };
  struct LandingCall : StepCall {
    using StepCall::StepCall;
    Given D2Ld = given("D2Ld"), x = given("x"), theta = given("theta"), held = given("held");
    Given pinned = given("pinned"), drag = given("drag");
    Sought p1 = sought("p1"), xi = sought("xi"), mu = sought("mu"), pi = sought("pi");
  };
  struct Variant {  // one per FlightKind
    Kernel rates;
    KernelMatrix jacobian = {};
    std::optional<FreeCall> free = {};
    std::optional<HitCall> hit = {};
    std::optional<SquareSolver> linear = {};
    Index unknowns = 0;
  };
  struct Bracket {
    double low = 0.0, high = 0.0;  ///< the gap is positive at low and negative at high
    [[nodiscard]] bool found() const { return high > low; }
  };
  [[nodiscard]] Variant& variant(const Launch& from);
  static void pose(const Launch& from, Call& call);
  static void start(const FlightPoint& point, Call& call);
  void unpack(const Launch& from, const Call& call, FlightPoint& point) const;
  [[nodiscard]] bool leaves(const Launch& from, const FlightPoint& point) const;
  StepReport solve(const Launch& from, double tau, FlightPoint& point);
  std::optional<bool> outgoing(const Launch& from, double tau);
  void measure(const Launch& from, FlightPoint& point);
  bool probe(double tau, FlightPoint& point);
  void begin_search(const Launch& from, const FlightPoint& end);
  [[nodiscard]] Index leading(size_t row, const FlightPoint& p) const {
    return contacts_.leading(static_cast<Index>(row), p.gaps);
  }
  [[nodiscard]] double gap(size_t row, const FlightPoint& p) const {
    return p.gaps[leading(row, p)];
  }
  [[nodiscard]] double slope(size_t row, const FlightPoint& p) const;
  [[nodiscard]] bool may_cross(size_t row, const FlightPoint& end) const;
  [[nodiscard]] bool sinks(size_t row, const FlightPoint& p) const;
  bool fill_grid(const FlightPoint& end);
  Bracket first_bracket(size_t row);
  double turning_point(size_t row, double low, double high, bool dip);
  bool narrow(size_t row, Bracket& b, double width);
  Index refine(size_t row, Bracket b, FlightPoint& hit);

  Index n_, m_, k_, r_, tangents_;
  double gap_tolerance_, speed_tolerance_;
  double gap_noise_;  // [m]: a smaller gap has no sign, its crossing no exact time
  ContactTable contacts_;
  Kernel launch_, gaps_, momentum_, energy_;
  std::array<Variant, 4> variants_;
  std::optional<LandingCall> landing_;
  Vector theta_, z_, ones_, rhs_, rate_, drift_, weights_, g_, end_p_;
  Vector no_mask_, no_pins_;
  KernelMatrix gradients_;
  const Launch* from_ = nullptr;  // of the search under way
  std::vector<FlightPoint> grid_;
  FlightPoint probe_;
  Index sinking_ = -1;
  StepReport search_;  // first failure of a search, and its statistics
};

}  // namespace ricochet
