// The log of questions to solvers, for `--stats` and `--dump-smt`.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <mutex>
#include <span>
#include <string>

#include "verify/smt/terms/solver.h"

namespace launchproof::smt {

// Where the log is written. No questions are written if their folder is empty.
struct LogPlaces {
  std::filesystem::path statistics;  // file to which lines are appended
  std::filesystem::path questions;   // folder with one file for each question
  bool operator==(const LogPlaces&) const = default;
  bool any() const { return !statistics.empty() || !questions.empty(); }
};

// The first line of a file of statistics.
inline constexpr const char* kStatisticsHeader =
    "kernel,question,solver,nodes,slice,work,milliseconds,result,reason\n";

// Writes the questions of a kernel. May be called from any thread. If a question cannot be written, it is
// lost, and verification continues.
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

// Creates a solver that forwards questions and logs each one that simplification alone does not settle.
std::unique_ptr<Solver> make_logged(std::unique_ptr<Solver> solver, std::shared_ptr<QuestionLog> log);

}  // namespace launchproof::smt
