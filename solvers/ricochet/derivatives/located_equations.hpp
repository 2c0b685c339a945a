#pragma once

#include "ricochet/contact/contact_operator.hpp"
#include "ricochet/contact/laws/laws.hpp"
#include "ricochet/discretization.hpp"
#include "ricochet/step_equations.hpp"
#include "ricochet/system.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace ricochet {

/// How a method that locates impacts meets contacts.
struct LocatedMethod {
  std::string name = {};
  std::optional<Law> law = Law::elastic;  ///< none: elastic or moreau, by contact
  /// Contacts that rest follow Coulomb's law where a flight ends, too: they stop or leave. Else
  /// those that are held stop.
  bool may_leave = false;
  /// Impacts are reflections that keep H, and contacts do not last.
  bool reflects = false;
  bool backwards = false;  ///< it goes from t to t - h, as the method does from (q, -p)
};

/// The equations of steps that fly from impact to impact, see located_kernel(). Impacts may be
/// simultaneous, contacts may last, stick and slide. What is not covered is refused with the
/// reason.
class LocatedEquations final : public StepEquations {
 public:
  /// Throws std::invalid_argument for systems whose steps are not of this kind.
  LocatedEquations(const System& s, Discretization d, LocatedMethod method);

  void set_parameters(const System& s) override;
  [[nodiscard]] std::string read(const Step& from, double h, const Step& to,
                                 StepSequence& decided) override;
  void unknowns(const Step& from, double h, const Step& to, const StepSequence& decided,
                Vector& z) const override;
  [[nodiscard]] StepKernel kernel(const StepSequence& decided) const override;
  [[nodiscard]] Index most_unknowns(Index flights) const override;
  [[nodiscard]] bool backwards() const override { return method_.backwards; }
  [[nodiscard]] std::string not_alone() const override;
  [[nodiscard]] std::unique_ptr<StepEquations> clone() const override;

 private:
  LocatedEquations(const LocatedEquations&) = default;
  /// Whether an entry of g, or a tangent, is among these.
  [[nodiscard]] static bool contains(const std::vector<Index>& set, Index i) {
    return std::find(set.begin(), set.end(), i) != set.end();
  }
  [[nodiscard]] std::string where(double t) const;
  [[nodiscard]] bool rubs() const;
  [[nodiscard]] double friction(Index entry) const { return law_(1, contacts_.row(entry)); }
  [[nodiscard]] double restitution(Index entry) const { return law_(0, contacts_.row(entry)); }

  StepSequence::Contacts during(const FlightRecord& flight);
  std::string landing(const FlightRecord& flight, StepSequence::Contacts& set);
  std::string end(const FlightRecord& flight, double rest, const Impact* impact,
                  StepSequence::Flight& decided);
  std::string strike(const Step& to, const Impact& impact, StepSequence::Impact& decided);
  std::string take_share(const Impact& impact, StepSequence::Impact& decided);
  [[nodiscard]] std::string another_law(const Impact& impact) const;
  std::string pushed(const Impact& impact, StepSequence::Impact& decided);
  void rub(Index entry, double press, const Vector& forces, StepSequence::Contacts& set) const;
  /// What to do about a step that is not covered.
  static constexpr const char* go_around =
      "differentiate the run up to this step and from the next one on";
  std::string rub_along(const FlightRecord& flight, StepSequence::Contacts& set);
  bool find_stop(const FlightRecord& flight, StepSequence::Flight& decided) const;
  void measure(const Vector& q, const Vector& p);

  System system_;
  Discretization discretization_;
  LocatedMethod method_;
  ContactTable contacts_;
  ContactOperator operator_;
  Matrix law_;  // 2 x rows of g: restitution, friction
  double speed_tolerance_, slow_slip_;
  Vector velocity_, speeds_;
  Index passes_ = 0;  // of reflections, in the step that is read
};

}  // namespace ricochet
