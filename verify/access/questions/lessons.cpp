#include "verify/access/questions/lessons.h"

#include <algorithm>

#include "verify/smt/terms/walk.h"

namespace launchproof::access {

using std::chrono::milliseconds;

namespace {

constexpr std::size_t kModelsOfSubject = 3;
constexpr std::size_t kLastModels = 4;
constexpr std::ptrdiff_t kEnoughLosses = 2;
constexpr std::size_t kMostLosses = 8;
constexpr std::size_t kLarge = 20'000;  // nodes
constexpr int kShare = 16;              // share of the time after enough losses

bool fits(const smt::Model& model, std::span<const smt::Term> question) {
  return std::ranges::all_of(question, [&](smt::Term term) { return model.evaluate(term) != 0; });
}

template <typename T>
void push(std::deque<T>& items, const T& item, std::size_t most) {
  items.push_front(item);
  if (items.size() > most) items.pop_back();
}

}  // namespace

milliseconds Patience::of(const Subject& subject, std::size_t nodes, milliseconds time) const {
  // If there is far more time than before, another attempt is worthwhile.
  const auto as_long = [&](const Loss& loss) { return time <= 2 * loss.time; };
  const auto as_large = [&](const Loss& loss) { return as_long(loss) && loss.nodes <= nodes; };
  if (std::ranges::count_if(d_large, as_large) >= kEnoughLosses) return milliseconds{0};
  const auto found = d_lost.find(subject);
  if (found == d_lost.end() || std::ranges::count_if(found->second, as_long) < kEnoughLosses) return time;
  return std::max(time / kShare, milliseconds{1});
}

void Patience::lost(const Subject& subject, std::size_t nodes, milliseconds time) {
  push(d_lost[subject], {nodes, time}, kMostLosses);
  if (nodes >= kLarge) push(d_large, {nodes, time}, kMostLosses);
}

std::optional<smt::Model> Lessons::model(const Subject& subject, std::size_t nodes,
                                         std::span<const smt::Term> question) const {
  if (const auto of_subject = d_models.find(subject); of_subject != d_models.end()) {
    for (const smt::Model& model : of_subject->second)
      if (fits(model, question)) return model;
  }
  if (nodes >= kLarge) return std::nullopt;
  for (const smt::Model& model : d_last)
    if (fits(model, question)) return model;
  return std::nullopt;
}

void Lessons::keep(const Subject& subject, const smt::Model& model) {
  push(d_models[subject], model, kModelsOfSubject);
  push(d_last, model, kLastModels);
}

std::size_t size_of(std::span<const smt::Term> question) {
  std::size_t nodes = 0;
  smt::Marks marks;
  for (const smt::Term term : question) smt::visit_operands_first(term, marks, [&](smt::Term) { ++nodes; });
  return nodes;
}

}  // namespace launchproof::access
