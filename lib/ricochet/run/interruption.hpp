#pragma once

namespace ricochet {

/// While an object of this class lives, Ctrl-C and SIGTERM ask for an orderly end; the second
/// signal ends the program at once. Afterwards the former handlers of these signals are back.
/// Signals belong to the process: use one object at a time.
class Interruption {
 public:
  Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;
  ~Interruption();

  /// An end was asked for. Any thread may call it.
  [[nodiscard]] bool requested() const { return signal() != 0; }
  /// The signal received, 0 if none.
  [[nodiscard]] int signal() const;
};

}  // namespace ricochet
