#pragma once

#include "ricochet/certify/findings.hpp"
#include "ricochet/certify/flight_certifier.hpp"
#include "ricochet/certify/flight_terms.hpp"
#include "ricochet/certify/impact_check.hpp"

#include <memory>
#include <string>

namespace ricochet {

/// The certifier that certify_flights() makes.
class FlightCertifier final : public StepCertifier {
 public:
  FlightCertifier(const System& s, const Discretization& d, const FlightClaims& claims);

  void set_parameters(const System& s) override {
    terms_.set_parameters(s);
    impacts_.set_parameters(s);
  }
  [[nodiscard]] Certificate certify(const Step& from, double h, const Step& to) override;
  [[nodiscard]] std::string culprit() const override { return found_.text(); }
  [[nodiscard]] std::unique_ptr<StepCertifier> clone() const override {
    return std::make_unique<FlightCertifier>(*this);
  }

 private:
  void check_impact(const FlightRecord& flight, double h, const Step& to);
  void check_motion(const FlightRecord& flight);
  void check_finishing(const FlightRecord& flight, const Step& to);
  [[nodiscard]] double open(const FlightRecord& flight, Index i) const;
  void check_contact(const FlightRecord& flight, Index i);
  void check_end_of_contact(const FlightRecord& flight, bool held, Index i);
  void check_end_of_friction(const FlightRecord& flight, Index entry, double slip);
  void check_friction(const FlightRecord& flight, double h);
  void check_gaps();
  void check_end(const FlightRecord& last, const Step& to);
  void joins(const Vector& a, const Vector& b, double unit, const char* what);

  double time_, gap_tolerance_, speed_tolerance_, impulse_tolerance_;
  double directed_slip_;  // [m/s]: a faster one gives the friction at the end its direction
  FlightClaims claims_;
  ContactTable contacts_;
  FlightTerms terms_;
  ImpactCheck impacts_;
  Findings found_;
  Vector q_, p_, before_, after_;  // where the flight under way has to begin; around an impact
  double h_ = 0.0;                 // of the step
  double energy_ = 0.0;            // E_d at the end of the flight before
  size_t passes_ = 0;              // of Step::reflections, seen so far
  bool finishing_ = false;         // the flight before finished the step
};

}  // namespace ricochet
