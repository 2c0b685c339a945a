#pragma once

namespace ricochet::cli {

/// While it lives, Ctrl-C and SIGTERM ask for an orderly end; the second one ends at once.
class Interrupt {
 public:
  Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;
  ~Interrupt();

  /// The signal received, 0 if none.
  [[nodiscard]] int signal() const;
};

}  // namespace ricochet::cli
