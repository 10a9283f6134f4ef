// The solver that lists assignments.
#include <limits>
#include <new>
#include <stdexcept>

#include "verify/effort/clock.h"
#include "verify/smt/solvers/backend.h"
#include "verify/smt/solvers/table.h"

namespace launchproof::smt {
namespace {

// A table foresees early how much work it takes, and gives up if that is too much. It therefore may take this
// multiple of a slice, which costs less than the next slices of all solvers.
constexpr Work kOverdraft = 8;

class TableSolver : public Backend {
 public:
  using Backend::Backend;

  std::string name() const override { return kTable; }

  Answer answer(const Question& question, const Limits& limits, Cancellation& cancellation) override {
    const auto deadline = effort::Clock::now() + limits.time;
    const Work most = limits.work == 0 ? std::numeric_limits<Work>::max() : kOverdraft * limits.work;
    bool is_late = false;
    Answer answer;
    try {
      answer = tabulate(question.conjuncts(), most, [&] {
        is_late = effort::Clock::now() >= deadline;
        return is_late || cancellation.cancelled();
      });
    } catch (const std::bad_alloc&) {
      answer.reason = "memory";
    } catch (const std::logic_error& failure) {
      answer.reason = failure.what();
    }
    if (answer.status == Status::Unknown && is_late) answer.reason = "timeout";
    const Work work = answer.work;
    if (answer.status == Status::Sat) answer = question.sat(answer.model, kTable);
    answer.solver = kTable;
    answer.work = work;
    return answer;
  }
};

}  // namespace

std::unique_ptr<Backend> make_table_backend(TermStore& store) {
  return std::make_unique<TableSolver>(store);
}

}  // namespace launchproof::smt
