#pragma once

namespace ricochet {

/// While it lives, Ctrl-C and SIGTERM ask for an orderly end; the second one ends at once. What
/// handled these signals before handles them again afterwards. Signals belong to the process: let
/// one object live at a time.
class Interruption {
 public:
  Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;
  ~Interruption();

  /// An end was asked for; any thread may ask.
  [[nodiscard]] bool requested() const { return signal() != 0; }
  /// The signal received, 0 if none.
  [[nodiscard]] int signal() const;
};

}  // namespace ricochet
