// A channel by which a process reports why it records nothing if it cannot write that into the capture: it
// dropped the privileges of the user that started it, or its capture has become read-only.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace launchproof::capture {

// The variable of the environment that names the box.
inline constexpr const char* kFailureBox = "LAUNCHPROOF_FAILURES";

// Sends a failure to the box. `tag` is the process's, and `line` has the form of those in failures.TAG. Never
// waits. Does nothing if the box is gone or full.
void tell_failure(const char* box, std::string_view tag, std::string_view line) noexcept;

// Receives the failures of an application's processes, in the program that starts the application. The box
// belongs to no folder and no user, so every process of the application can reach it, unless the process has
// a network namespace of its own.
class FailureBox {
 public:
  FailureBox() noexcept;
  ~FailureBox();
  FailureBox(const FailureBox&) = delete;
  FailureBox& operator=(const FailureBox&) = delete;

  // Returns an empty name when no box could be made.
  const std::string& name() const { return d_name; }

  struct Failure {
    std::string tag;
    std::string line;
  };
  // Returns the failures reported since the last call. Any process may have sent them, but a tag has only
  // digits and at most one `-`, and a line contains no line end.
  std::vector<Failure> take() const;

  // Takes the failures as take() does, and writes each line to the capture's failures.TAG. Returns those that
  // could not be written there.
  std::vector<Failure> put_into(const std::string& capture) const;

 private:
  std::string d_name;
  int d_socket = -1;
};

}  // namespace launchproof::capture
