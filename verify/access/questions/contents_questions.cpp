#include "verify/access/questions/contents_questions.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "verify/smt/terms/walk.h"

namespace launchproof::access {

using smt::Answer;
using smt::Bits;
using smt::Model;
using smt::Status;
using smt::Term;
using symbolic::Unknown;

namespace {

constexpr std::size_t kMostReads = 24;       // reads in one question for which facts about pairs are added
constexpr std::size_t kLongestTable = 4096;  // entries that are added to a question
constexpr std::size_t kMostNodes = 16384;    // nodes of all tables in a question
constexpr unsigned kRoundsBeforeTables = 4;  // of corrections
constexpr unsigned kMostRounds = 48;
constexpr unsigned kBriefRounds = 2;
constexpr std::size_t kMostAlternatives = 8;  // values that a question enumerates
constexpr int kShareOfTime = 4;

// Returns the only variable or read from which `address` is computed, or null if there are none or several.
// Inputs of a read do not count.
Term only_input(Term address) {
  Term result;
  bool several = false;
  smt::Marks marks;
  const auto seen = [&](Term term) {
    if (several || marks(term)) return true;
    const bool is_input = term.kind() == smt::Kind::Apply || (term->operands.empty() && !term.is_constant());
    if (!is_input) return false;
    several = static_cast<bool>(result);
    result = term;
    return true;
  };
  smt::visit_operands_first(address, seen, [](Term) {});
  return several ? Term() : result;
}

std::vector<std::uint32_t> key_of(const std::vector<Term>& question) {
  std::vector<std::uint32_t> key;
  key.reserve(question.size());
  for (const Term term : question) key.push_back(term.id());
  std::sort(key.begin(), key.end());
  return key;
}

// Builds a table over the bits of an index: a tree in which blocks of entries in arithmetic progression are
// single terms.
class TableTree {
 public:
  TableTree(smt::TermStore& store, const std::vector<std::uint64_t>& values, Term index, unsigned width)
      : d_store(store), d_values(values), d_index(index), d_width(width) {}

  Term build(std::size_t begin, unsigned bits) {
    const std::size_t end = std::min(d_values.size(), begin + (std::size_t{1} << bits));
    if (const Term simple = in_steps(begin, end, bits)) return simple;
    ++d_nodes;
    const std::size_t middle = begin + (std::size_t{1} << (bits - 1));
    if (middle >= end) return build(begin, bits - 1);
    const Term upper = d_store.eq(d_store.extract(d_index, bits - 1, 1), d_store.bv(1, 1));
    return d_store.ite(upper, build(middle, bits - 1), build(begin, bits - 1));
  }
  std::size_t nodes() const { return d_nodes; }

 private:
  Term in_steps(std::size_t begin, std::size_t end, unsigned bits) {
    const Term first = d_store.bv(d_values[begin], d_width);
    if (end - begin == 1) return first;
    const std::uint64_t step = d_values[begin + 1] - d_values[begin];
    for (std::size_t i = begin + 2; i < end; ++i) {
      if (d_values[i] - d_values[i - 1] != step) return {};
    }
    if (step == 0) return first;
    const Term low = d_store.extract(d_index, 0, bits);
    const Term counted = bits <= d_width ? d_store.zext(low, d_width) : d_store.trunc(low, d_width);
    return d_store.add(first, d_store.mul(d_store.bv(step, d_width), counted));
  }

  smt::TermStore& d_store;
  const std::vector<std::uint64_t>& d_values;
  Term d_index;
  unsigned d_width;
  std::size_t d_nodes = 0;
};

}  // namespace

ContentsQuestions::ContentsQuestions(Context& context, Check check)
    : d_context(context),
      d_store(context.store),
      d_check(std::move(check)),
      d_recorded(context),
      d_stated(context) {}

std::vector<Term> ContentsQuestions::applications(const std::vector<Term>& question) {
  std::vector<Term> reads;
  std::unordered_set<Term> seen;
  for (const Term conjunct : question) {
    for (const Term application : d_store.applications(conjunct)) {
      if (seen.insert(application).second && knows(application)) reads.push_back(application);
    }
  }
  std::sort(reads.begin(), reads.end(), [](Term a, Term b) { return a.id() < b.id(); });
  return reads;
}

bool ContentsQuestions::concerns(const std::vector<Term>& question) {
  return (d_recorded.any() || d_stated.any()) && !applications(question).empty();
}

void ContentsQuestions::explain(Term term, const Model& model, Unknown& unknown) {
  if (unknown.cause != verdict::Cause::ContentsNotRecorded) return;
  if (d_stated.knows(term)) unknown.detail += " (stated: " + d_stated.in_words(term) + ")";
  if (!d_recorded.any()) return;
  if (d_recorded.knows(term)) {
    unknown.cause = verdict::Cause::ContentsUndecided;
    unknown.detail = d_recorded.value(term, model.evaluate(term->operands[0]))
                         ? d_recorded.in_words(term) + " were not shown to allow it"
                         : "it is read outside of the " + d_recorded.in_words(term);
    if (!d_problem.empty()) unknown.detail += " (" + d_problem + ")";
  } else if (const std::string reason = d_recorded.reason(term); !reason.empty()) {
    unknown.detail += " (" + reason + ")";
  }
}

bool ContentsQuestions::may_be_raced(Term term, Unknown& unknown) {
  if (!d_recorded.may_be_raced(term)) return false;
  unknown.cause = verdict::Cause::VoidedRace;
  unknown.detail = "depends on the " + d_recorded.in_words(term) +
                   ", which the launch also writes: a data race before may change what is read";
  return true;
}

std::vector<Term> ContentsQuestions::stated(const std::vector<Term>& question) {
  return d_stated.any() ? d_stated.facts(applications(question)) : std::vector<Term>();
}

void ContentsQuestions::note(const std::vector<Term>& terms) {
  note_reads(applications(terms));
}

void ContentsQuestions::note_reads(const std::vector<Term>& reads) {
  for (const Term read : reads) {
    if (d_stated.knows(read)) d_used.insert(d_stated.in_words(read));
    if (d_recorded.knows(read) && !d_recorded.is_table(read)) d_used.insert(d_recorded.in_words(read));
  }
}

// An address beyond the recorded part may have any value, so the model is already as good as possible.
bool ContentsQuestions::fits(const std::vector<Term>& reads, const Model& model) {
  const auto is_as_recorded = [&](Term read) {
    const auto recorded = d_recorded.value(read, model.evaluate(read->operands[0]));
    return !recorded || *recorded == model.evaluate(read);
  };
  return std::ranges::all_of(reads, is_as_recorded) && d_stated.broken(reads, model).empty();
}

Term ContentsQuestions::inside(Term read, const TablePart& part) {
  const Term address = read->operands[0];
  return d_store.and_(d_store.ule(d_store.bv(part.first, address.width()), address),
                      d_store.ule(address, d_store.bv(part.last, address.width())));
}

void ContentsQuestions::pair_facts(Term x, Term y, std::vector<Term>& facts) {
  if (x->name != y->name || x.width() != y.width()) return;
  const auto a = d_recorded.part(x);
  const auto b = d_recorded.part(y);
  if (!a || !b) return;
  // One part that holds both; entries between them are recorded too, or shape() gives nothing.
  TablePart both;
  both.first = std::min(a->first, b->first);
  both.last = std::max(a->last, b->last);
  both.stride = std::gcd(std::gcd(a->stride, b->stride), std::max(a->first, b->first) - both.first);
  const TableShape* const shape = d_recorded.shape(x, both);
  if (shape == nullptr) return;
  const Term known = d_store.and_(inside(x, both), inside(y, both));
  const Term at_x = x->operands[0];
  const Term at_y = y->operands[0];
  if (shape->repeated) {
    const Term alone =
        d_store.not_(d_store.and_(one_of(at_x, *shape->repeated), one_of(at_y, *shape->repeated)));
    facts.push_back(
        d_store.implies(d_store.and_(d_store.and_(known, d_store.eq(x, y)), alone), d_store.eq(at_x, at_y)));
  }
  const auto in_order = [&](Term from, Term to, Term low, Term high,
                            const std::vector<std::uint64_t>& exceptions) {
    std::vector<Term> conditions{known, d_store.ule(from, to)};
    for (const std::uint64_t exception : exceptions) {
      const Term at = d_store.bv(exception, from.width());
      conditions.push_back(d_store.or_(d_store.ule(at, from), d_store.ult(to, at)));
    }
    facts.push_back(d_store.implies(d_store.and_(conditions), d_store.ule(low, high)));
  };
  if (shape->falls) {
    in_order(at_x, at_y, x, y, *shape->falls);
    in_order(at_y, at_x, y, x, *shape->falls);
  }
  if (shape->rises) {
    in_order(at_x, at_y, y, x, *shape->rises);
    in_order(at_y, at_x, x, y, *shape->rises);
  }
}

Term ContentsQuestions::one_of(Term address, const std::vector<std::uint64_t>& addresses) {
  std::vector<Term> ways;
  ways.reserve(addresses.size());
  for (const std::uint64_t at : addresses)
    ways.push_back(d_store.eq(address, d_store.bv(at, address.width())));
  return d_store.or_(ways);
}

Term ContentsQuestions::between(Term read, std::uint64_t low, std::uint64_t high) {
  return d_store.and_(d_store.ule(d_store.bv(low, read.width()), read),
                      d_store.ule(read, d_store.bv(high, read.width())));
}

Term ContentsQuestions::among(Term read, const std::vector<std::uint64_t>& values) {
  if (values.size() <= kMostAlternatives) return one_of(read, values);
  return between(read, values.front(), values.back());
}

Term ContentsQuestions::chain_fact(Term outer, Term inner) {
  const auto part = d_recorded.part(inner);
  const TableShape* const shape = part ? d_recorded.shape(inner, *part) : nullptr;
  if (shape == nullptr || !shape->values) return d_store.true_();
  std::set<std::uint64_t> found;
  for (const std::uint64_t value : *shape->values) {
    const Term constant = d_store.bv(value, inner.width());
    const Term address =
        d_store.substitute(outer->operands[0], [&](Term term) { return term == inner ? constant : Term(); });
    const auto entry =
        address.is_constant() ? d_recorded.value(outer, address->value) : std::optional<std::uint64_t>();
    if (!entry) return d_store.true_();  // the address has further inputs, or the entry is unknown
    found.insert(*entry);
  }
  return d_store.implies(inside(inner, *part), among(outer, {found.begin(), found.end()}));
}

std::vector<Term> ContentsQuestions::general_facts(const std::vector<Term>& reads) {
  std::vector<Term> facts;
  if (reads.size() <= kMostReads) facts = d_stated.facts(reads);
  for (const Term read : reads) {
    const auto part = d_recorded.part(read);
    const TableShape* const shape = part ? d_recorded.shape(read, *part) : nullptr;
    if (shape == nullptr) continue;
    const bool few = shape->values && shape->values->size() <= kMostAlternatives;
    facts.push_back(d_store.implies(
        inside(read, *part), few ? among(read, *shape->values) : between(read, shape->low, shape->high)));
  }
  for (const Term outer : reads) {
    const Term inner = only_input(outer->operands[0]);
    if (!inner || inner.kind() != smt::Kind::Apply || !d_recorded.knows(inner)) continue;
    const auto [fact, fresh] = d_chains.try_emplace(outer.id());
    if (fresh) fact->second = chain_fact(outer, inner);
    if (!fact->second.is_true()) facts.push_back(fact->second);
  }
  if (reads.size() > kMostReads) return facts;
  for (std::size_t i = 0; i < reads.size(); ++i) {
    for (std::size_t j = i + 1; j < reads.size(); ++j) pair_facts(reads[i], reads[j], facts);
  }
  return facts;
}

std::vector<Term> ContentsQuestions::corrections(const std::vector<Term>& reads, const Model& model) {
  std::vector<Term> facts = d_stated.broken(reads, model);
  for (const Term read : reads) {
    const Bits address = model.evaluate(read->operands[0]);
    const auto recorded = d_recorded.value(read, address);
    if (!recorded || *recorded == model.evaluate(read)) continue;
    const std::vector<Term> at{d_store.bv(address, read->operands[0].width())};
    facts.push_back(
        d_store.eq(d_store.apply(read->name, at, read.width()), d_store.bv(*recorded, read.width())));
  }
  return facts;
}

Term ContentsQuestions::table(Term read, Term index, const TablePart& part, std::size_t& nodes) {
  std::vector<std::uint64_t> values;
  values.reserve(part.count());
  for (std::uint64_t at = part.first; at <= part.last; at += part.stride) {
    const auto entry = d_recorded.value(read, at);
    if (!entry) return {};
    values.push_back(*entry);
  }
  const unsigned width = index.width();
  const auto bits = static_cast<unsigned>(std::bit_width(values.size() - 1));
  const Term from_first = d_store.sub(index, d_store.bv((part.first - part.offset) / part.stride, width));
  if (bits == 0 || bits > width) return bits == 0 ? d_store.bv(values[0], read.width()) : Term();
  TableTree tree(d_store, values, d_store.extract(from_first, 0, bits), read.width());
  const Term result = tree.build(0, bits);
  nodes += tree.nodes();
  return result;
}

std::vector<Term> ContentsQuestions::with_tables(const std::vector<Term>& question,
                                                 const std::vector<Term>& reads) {
  std::unordered_map<Term, Term> replaced;
  const auto mapping = [&](Term term) {
    const auto found = replaced.find(term);
    return found == replaced.end() ? Term() : found->second;
  };
  std::size_t nodes = 0;
  // In the order of ids, so that reads inside an address come first.
  for (const Term read : reads) {
    const auto part = d_recorded.part(read);
    if (!part) continue;
    if (part->count() > kLongestTable) return {};
    const Term address = d_store.substitute(read->operands[0], mapping);
    const Term known = table(read, d_store.substitute(part->index, mapping), *part, nodes);
    if (!known || nodes > kMostNodes) return {};
    const std::vector<Term> at{address};
    const Term width_of_address = d_store.bv(part->first, address.width());
    const Term within = d_store.and_(d_store.ule(width_of_address, address),
                                     d_store.ule(address, d_store.bv(part->last, address.width())));
    replaced[read] = d_store.ite(within, known, d_store.apply(read->name, at, read.width()));
  }
  std::vector<Term> result;
  result.reserve(question.size());
  for (const Term conjunct : question) result.push_back(d_store.substitute(conjunct, mapping));
  const Term all = d_store.and_(result);
  return all.kind() == smt::Kind::And ? std::vector<Term>(all->operands) : std::vector<Term>{all};
}

bool ContentsQuestions::complete(const std::vector<Term>& question, const std::vector<Term>& reads,
                                 Model& model) {
  std::unordered_map<std::string, Model::FunctionTable> tables;
  for (const Term read : reads) {
    const Bits address = model.evaluate(read->operands[0]);
    const auto recorded = d_recorded.value(read, address);
    Model::FunctionTable& table = tables[read->name + "." + std::to_string(read->operands[0].width())];
    table.entries[{address}] = recorded ? Bits{*recorded} : model.evaluate(read);
    model.set_function(read, table);
  }
  return std::all_of(question.begin(), question.end(),
                     [&](Term conjunct) { return model.evaluate(conjunct) != 0; });
}

std::vector<Term> ContentsQuestions::exposed(const std::vector<Term>& question) {
  std::vector<Term> reads;
  std::unordered_set<Term> seen(question.begin(), question.end());
  std::vector<Term> open(question);
  while (!open.empty()) {
    const Term term = open.back();
    open.pop_back();
    if (term.kind() == smt::Kind::Apply) {
      if (!knows(term)) continue;
      reads.push_back(term);
    }
    for (const Term operand : term->operands)
      if (seen.insert(operand).second) open.push_back(operand);
  }
  std::sort(reads.begin(), reads.end(), [](Term a, Term b) { return a.id() < b.id(); });
  return reads;
}

Answer ContentsQuestions::search(const std::vector<Term>& question, const std::vector<Term>& reads,
                                 Clock::time_point stop, Effort effort) {
  const auto check = [&](const std::vector<Term>& conjuncts) {
    return d_check(conjuncts, std::chrono::duration_cast<std::chrono::milliseconds>(stop - Clock::now()));
  };
  Answer answer;
  std::vector<Term> facts;
  if (effort == Effort::Whole) facts = general_facts(reads);
  const unsigned rounds = effort == Effort::Whole ? kMostRounds : kBriefRounds;
  bool tables_tried = false;
  for (unsigned round = 0; round < rounds; ++round) {
    if (round >= kRoundsBeforeTables && !std::exchange(tables_tried, true)) {
      std::vector<Term> with_stated(question);
      const std::vector<Term> stated = d_stated.facts(reads);
      with_stated.insert(with_stated.end(), stated.begin(), stated.end());
      const std::vector<Term> whole = with_tables(with_stated, reads);
      if (!whole.empty()) {
        if (whole.front().is_false()) {
          answer.status = Status::Unsat;
          return answer;
        }
        answer = check(whole);
        if (answer.status == Status::Unsat) return answer;
        if (answer.status == Status::Sat && complete(with_stated, reads, answer.model)) return answer;
        if (answer.status == Status::Unknown) break;
      }
    }
    std::vector<Term> conjuncts(question);
    conjuncts.insert(conjuncts.end(), facts.begin(), facts.end());
    answer = check(conjuncts);
    if (answer.status == Status::Unsat) return answer;
    if (answer.status == Status::Unknown) {
      if (tables_tried || effort == Effort::Brief) break;
      round = std::max(round, kRoundsBeforeTables - 1);
      continue;
    }
    const std::vector<Term> more = corrections(reads, answer.model);
    if (more.empty()) return answer;
    facts.insert(facts.end(), more.begin(), more.end());
  }
  d_problem = answer.status == Status::Unknown ? answer.reason : "the contents are too large";
  answer.status = Status::Unknown;
  answer.reason = d_problem;
  return answer;
}

Answer ContentsQuestions::ask(const std::vector<Term>& question, const Model* first) {
  const std::vector<Term> reads = applications(question);
  Answer answer;
  if (first != nullptr && fits(reads, *first)) {
    answer.status = Status::Sat;
    answer.model = *first;
    note_reads(reads);
    return answer;
  }
  std::vector<std::uint32_t> key = key_of(question);
  if (d_refuted.contains(key)) {
    answer.status = Status::Unsat;
    return answer;
  }
  const auto done = [&](const std::vector<Term>& used) {
    if (answer.status == Status::Unsat) d_refuted.insert(std::move(key));
    if (answer.status != Status::Unknown) note_reads(used);
    return answer;
  };
  // Uses part of the remaining time: without an answer, the result without contents is kept.
  const auto now = Clock::now();
  const auto share = (d_context.deadline - now) / kShareOfTime;
  const std::vector<Term> plain = exposed(question);
  if (plain.size() == reads.size()) {
    answer = search(question, reads, now + share, Effort::Whole);
    return done(reads);
  }
  if (!plain.empty()) {
    answer = search(question, plain, now + share, Effort::Whole);
    if (answer.status != Status::Sat || fits(reads, answer.model)) return done(plain);
  }
  Answer all = search(question, reads, Clock::now() + share / kShareOfTime, Effort::Brief);
  if (all.status == Status::Unknown && answer.status == Status::Sat) return done(plain);
  answer = std::move(all);
  return done(reads);
}

}  // namespace launchproof::access
