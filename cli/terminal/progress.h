// Shows progress on standard error while classes are verified.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <set>
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

// When a line is shown.
struct ProgressTimes {
  std::chrono::milliseconds animated{200};     // between two lines on a terminal
  std::chrono::milliseconds plain{30'000};     // between two lines in a log
  std::chrono::milliseconds json{1'000};       // between two objects
  std::chrono::milliseconds patience{10'000};  // after which failures are shown before the summary
};

class ProgressLine {
 public:
  enum class Manner : unsigned char {
    Silent,
    Animated,  // one line that is overwritten; nothing if standard error is not a terminal
    Plain,     // a line every half minute, for logs
    Json       // one object per line in the schema launchproof.progress/1, for programs
  };

  ProgressLine(Manner manner, std::function<std::string(std::size_t task)> name, ProgressTimes times = {});
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
  ProgressTimes d_times;
  void write_object(const char* event, const worker::Progress& progress);

  bool d_on_screen = false;
  worker::Progress d_progress;  // the progress that was shown last
  std::function<std::string(std::size_t)> d_name;
  std::chrono::steady_clock::time_point d_begin = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point d_last;
};

// Shows one line for each root cause that counts and each class that stays undecided, up to a limit: when it
// is found, once the run has lasted ProgressTimes::patience. A shorter run shows failures in its summary
// alone.
class EarlyFailures {
 public:
  // Requires that the line outlives this object.
  EarlyFailures(ProgressLine& line, bool colours) : d_line(line), d_colours(colours) {}
  void add(const verdict::ClassResult& result);
  // Returns the findings that were shown, by reports::named_key().
  const std::set<std::string>& named() const { return d_named; }

 private:
  ProgressLine& d_line;
  bool d_colours;
  unsigned d_count = 0;
  std::string d_held;  // lines that were not shown yet
  std::set<std::string> d_held_names, d_named;
};

}  // namespace launchproof::cli
