// The log of the questions that solvers were asked, for `--stats` and `--dump-smt`.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <mutex>
#include <span>
#include <string>

#include "verify/smt/terms/solver.h"

namespace launchproof::smt {

// The folder for questions; empty: none is written.
struct LogPlaces {
  std::filesystem::path statistics;  // a file to which lines are appended
  std::filesystem::path questions;   // a folder for one file each
  bool operator==(const LogPlaces&) const = default;
  bool any() const { return !statistics.empty() || !questions.empty(); }
};

// The first line of a file of statistics.
inline constexpr const char* kStatisticsHeader =
    "kernel,question,solver,nodes,slice,work,milliseconds,result,reason\n";

// Writes the questions of a kernel, from any thread. A question that cannot be written is lost, and the
// verification continues.
class QuestionLog {
 public:
  QuestionLog(LogPlaces places, std::string kernel);

  void note(std::span<const Term> conjuncts, const std::string& solver, const Limits& limits,
            const Answer& answer, std::chrono::nanoseconds effort);

 private:
  LogPlaces d_places;
  std::string d_kernel;
  std::mutex d_mutex;
  unsigned d_number = 0;
};

// Makes a solver that forwards questions, and notes each that simplification alone does not settle.
std::unique_ptr<Solver> make_logged(std::unique_ptr<Solver> solver, std::shared_ptr<QuestionLog> log);

}  // namespace launchproof::smt
