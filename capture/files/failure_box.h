// A place where a process says why it records nothing when it cannot write so into the capture: it has given
// up the rights of the user that started it, or its capture became read-only meanwhile.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace launchproof::capture {

// The variable of the environment that names the box.
inline constexpr const char* kFailureBox = "LAUNCHPROOF_FAILURES";

// Sends a failure to the box. `tag` is the process's, `line` as in failures.TAG. Never waits; a box that is
// gone or full gets nothing.
void tell_failure(const char* box, std::string_view tag, std::string_view line) noexcept;

// Receives the failures of an application's processes for the program that starts the application. The box
// belongs to no folder and no user, so every process of the application reaches it, except a process that has
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
  // Returns the failures that were reported since the last call. Anybody may have sent them: a tag has only
  // digits and at most one `-`, and a line has no line end in it.
  std::vector<Failure> take() const;

  // Takes the failures as take() does, and writes each line into the capture's failures.TAG. Returns those
  // that could not be written there.
  std::vector<Failure> put_into(const std::string& capture) const;

 private:
  std::string d_name;
  int d_socket = -1;
};

}  // namespace launchproof::capture
