#pragma once

namespace ricochet {

/// While it lives, Ctrl-C and SIGTERM ask for an orderly end; the second one ends at once.
class Interruption {
 public:
  Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;
  ~Interruption();

  /// The signal received, 0 if none.
  [[nodiscard]] int signal() const;
};

}  // namespace ricochet
