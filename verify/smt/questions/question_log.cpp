#include "verify/smt/questions/question_log.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <utility>

#include "verify/effort/clock.h"
#include "verify/smt/questions/question_text.h"
#include "verify/smt/terms/walk.h"

namespace launchproof::smt {
namespace {

std::string in_words(Status status) {
  if (status == Status::Unknown) return "unknown";
  return status == Status::Sat ? "sat" : "unsat";
}

std::string csv_text(std::string text) {
  std::ranges::replace(text, '"', '\'');
  std::ranges::replace(text, '\n', ' ');
  return '"' + text + '"';
}

std::string file_name(const std::string& kernel, const std::string& number) {
  std::string name = kernel.substr(0, 80);
  std::ranges::replace_if(name, [](unsigned char c) { return std::isalnum(c) == 0 && c != '_'; }, '_');
  return name + "-" + number + ".smt2";
}

class Logged : public Solver {
 public:
  Logged(std::unique_ptr<Solver> solver, std::shared_ptr<QuestionLog> log)
      : d_solver(std::move(solver)), d_log(std::move(log)) {}

  Answer check(std::span<const Term> conjuncts, const Limits& limits) override {
    const auto begin = effort::Clock::now();
    Answer answer = d_solver->check(conjuncts, limits);
    if (!answer.solver.empty())
      d_log->note(conjuncts, answer.solver, limits, answer, effort::Clock::now() - begin);
    return answer;
  }
  std::string name() const override { return d_solver->name(); }

 private:
  std::unique_ptr<Solver> d_solver;
  std::shared_ptr<QuestionLog> d_log;
};

}  // namespace

QuestionLog::QuestionLog(LogPlaces places, std::string kernel)
    : d_places(std::move(places)), d_kernel(std::move(kernel)) {}

void QuestionLog::note(std::span<const Term> conjuncts, const std::string& solver, const Limits& limits,
                       const Answer& answer, std::chrono::nanoseconds effort) {
  const std::scoped_lock lock(d_mutex);
  // Several worker processes write to the same place.
  const std::string number = fmt::format("{}-{:04}", ::getpid(), ++d_number);
  const double milliseconds = std::chrono::duration<double, std::milli>(effort).count();
  const std::string line = fmt::format("{},{},{},{},{},{},{:.3f},{},{}\n", csv_text(d_kernel), number,
                                       csv_text(solver), nodes_of(conjuncts), limits.work, answer.work,
                                       milliseconds, in_words(answer.status), csv_text(answer.reason));
  if (!d_places.statistics.empty()) {
    const int file = ::open(d_places.statistics.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    if (file >= 0) {
      [[maybe_unused]] const ssize_t written = ::write(file, line.data(), line.size());
      ::close(file);
    }
  }
  if (d_places.questions.empty()) return;
  std::ofstream out(d_places.questions / file_name(d_kernel, number));
  out << "; " << kStatisticsHeader << "; " << line;
  if (answer.status != Status::Unknown) out << "(set-info :status " << in_words(answer.status) << ")\n";
  out << question_text(conjuncts);
}

std::unique_ptr<Solver> make_logged(std::unique_ptr<Solver> solver, std::shared_ptr<QuestionLog> log) {
  return std::make_unique<Logged>(std::move(solver), std::move(log));
}

}  // namespace launchproof::smt
