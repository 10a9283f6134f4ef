// The clock that limits of verification run on: processor time, which a busy machine does not use up.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <ratio>

namespace launchproof::effort {

// The clock runs at no less than 1/kSlowest of the wall clock's speed, so that limits also end code that
// waits idly.
inline constexpr int kSlowest = 8;

// Advances by the processor time of this process and of its children (Child), summed over all threads, but
// never faster than the wall clock and at least an eighth as fast. A class therefore gets the same effort on
// a busy machine as on an idle one, a second thread does not shorten the limit, and nothing waits for ever.
// Meets the requirements of a standard library clock, so that waiting until a time_point works.
struct Clock {
  using duration = std::chrono::nanoseconds;
  using rep = duration::rep;
  using period = duration::period;
  using time_point = std::chrono::time_point<Clock>;
  static constexpr bool is_steady = false;
  static time_point now() noexcept;
};

// Counts the processor time of a child process as this process's own while the object exists.
class Child {
 public:
  explicit Child(pid_t process);
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

 private:
  std::uint64_t d_number;
};

}  // namespace launchproof::effort
