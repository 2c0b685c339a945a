#pragma once

#include <optional>

namespace ricochet {

/// The slip of a contact where a flight of some length ends: as it was when the flight began, and
/// what full friction leaves of it, negative where it would have turned round on the way [m/s].
struct SlipLeft {
  double start = 0.0, end = 0.0;
};

/// Searches the length of a flight at whose end a slip vanishes: by the secant through two flights
/// that are both too short or too long, else through one on either side. Under constant forces what
/// is left of a slip is linear in the length, and the first secant is exact.
class StopSearch {
 public:
  /// The length to be tried after a flight of tau; none where no slip vanishes and once the root is
  /// found within the speed `tolerance`. If it is not found, the last one to be tried is the first.
  std::optional<double> next(double tau, const SlipLeft& slip, double tolerance);

  /// True between the first length that was returned and the last one.
  [[nodiscard]] bool under_way() const { return trials_ > 0 && trials_ <= most_trials && !found_; }
  /// Ends the search: the first length is to be tried again.
  double give_up();

  /// True if the last flight ends where the slip vanishes.
  [[nodiscard]] bool found() const { return found_; }

 private:
  static constexpr int most_trials = 12;  // flights to one stop
  struct Trial {
    double tau = 0.0, slip = 0.0;  // slip: of that at the start
  };
  /// The last two trials on one side of the root.
  struct Side {
    Trial before = {}, nearest = {};
    int trials = 0;
    void take(double tau, double slip);
  };
  [[nodiscard]] double guess(const Side& last) const;

  Side low_, high_;    // too short, too long
  double full_ = 0.0;  // the first length
  int trials_ = 0;
  bool found_ = false;
};

}  // namespace ricochet
