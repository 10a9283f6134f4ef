// Shows progress on standard error while classes are verified.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

#include "verify/worker/outcomes/outcome.h"
#include "verify/worker/pool/pool.h"

namespace launchproof::cli {

// Returns "12/74 classes, 35.1/s, 2.3 s in gemm_fast"; a class is named once it takes longer than a second.
std::string progress_text(const worker::Progress& progress, double seconds,
                          const std::function<std::string(std::size_t task)>& name);

// Writes the object of the schema launchproof.progress/1 that says how an application ended and what was
// recorded.
void write_recorded(int status, std::uint64_t launches, std::size_t classes);

class ProgressLine {
 public:
  enum class Manner : unsigned char {
    Silent,
    Animated,  // one line that is overwritten; nothing if standard error is not a terminal
    Plain,     // a line every half minute, for logs
    Json       // one object per line in the schema launchproof.progress/1, for programs
  };

  ProgressLine(Manner manner, std::function<std::string(std::size_t task)> name);
  ~ProgressLine();  // erases the line, or writes the last object
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  // Returns whether lines for people are shown.
  bool is_shown() const { return d_manner == Manner::Animated || d_manner == Manner::Plain; }
  void show(const worker::Progress& progress);
  // Returns whether the run has lasted so long that failures are shown before its summary.
  bool has_lasted() const;
  void print(const std::string& lines);     // prints permanently above the line; does nothing if empty
  void wipe();                              // called before something else is written to the terminal
  void done(const worker::Completed& one);  // reports a decided class

 private:
  Manner d_manner;
  void write_object(const char* event, const worker::Progress& progress);

  bool d_on_screen = false;
  worker::Progress d_progress;  // the progress that was shown last
  std::function<std::string(std::size_t)> d_name;
  std::chrono::steady_clock::time_point d_begin = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point d_last;
};

// One line for each finding that counts and each class that stays undecided, up to a limit.
class FailureLines {
 public:
  explicit FailureLines(bool colours) : d_colours(colours) {}
  std::string of(const verdict::ClassResult& result);  // empty: nothing failed, or the limit was reached

 private:
  bool d_colours;
  unsigned d_shown = 0;
};

}  // namespace launchproof::cli
