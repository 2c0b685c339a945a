#include "ricochet/run/interruption.hpp"

#include <atomic>
#include <csignal>

namespace ricochet {
namespace {

constexpr int handled[] = {SIGINT, SIGTERM};

// Global, because a signal handler can reach nothing else; threads read it.
std::atomic<int> received = 0;
static_assert(std::atomic<int>::is_always_lock_free);
struct sigaction before[2];

void note(int signal) {
  received = signal;
  std::signal(signal, SIG_DFL);
}

}  // namespace

Interruption::Interruption() {
  received = 0;
  struct sigaction action = {};
  action.sa_handler = note;
  action.sa_flags = SA_RESTART;
  for (int i = 0; i < 2; ++i) ::sigaction(handled[i], &action, &before[i]);
}

Interruption::~Interruption() {
  for (int i = 0; i < 2; ++i) ::sigaction(handled[i], &before[i], nullptr);
}

int Interruption::signal() const { return received; }

}  // namespace ricochet
