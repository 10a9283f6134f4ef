// One line on standard error that is written over and over while classes are verified.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "verify/worker/pool.h"

namespace launchproof::cli {

// "12/74 classes, 35.1/s, 2.3 s in gemm_fast"; a class is named once it takes longer than a second.
std::string progress_text(const worker::Progress& progress, double seconds,
                          const std::function<std::string(std::size_t task)>& name);

class ProgressLine {
 public:
  // Does nothing unless `enabled` and standard error is a terminal.
  ProgressLine(bool enabled, std::function<std::string(std::size_t task)> name);
  ~ProgressLine();  // wipes the line
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  void show(const worker::Progress& progress);

 private:
  bool d_enabled;
  bool d_shown = false;
  std::function<std::string(std::size_t)> d_name;
  std::chrono::steady_clock::time_point d_begin = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point d_last;
};

}  // namespace launchproof::cli
