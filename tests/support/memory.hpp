#pragma once

#include <unistd.h>

#include <fstream>

namespace ricochet::support {

/// Memory of this process that is in use [bytes], VmRSS; -1 where the system does not tell.
inline long resident_memory() {
  std::ifstream file("/proc/self/statm");
  long size = 0, resident = -1;
  return file >> size >> resident ? resident * sysconf(_SC_PAGESIZE) : -1;
}

}  // namespace ricochet::support
