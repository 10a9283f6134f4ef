// The launch facts as terms: constants, or variables that stand for the facts of several launches at once.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "verify/model/kernel_model.h"
#include "verify/model/launch_facts.h"
#include "verify/smt/terms/solver.h"
#include "verify/smt/terms/term.h"

namespace launchproof::symbolic {

enum class FactKind : std::uint8_t { Groups, Offset, Value, BufferBytes, LocalBytes };

// One number of a launch. For Groups and Offset, `index` is the dimension; otherwise it is the parameter. For
// Value, the fact is the `width` bits from byte `byte` on.
struct Fact {
  FactKind kind = FactKind::Groups;
  std::uint32_t index = 0;
  std::uint64_t byte = 0;
  unsigned width = 64;

  auto operator<=>(const Fact&) const = default;
};

// Values for which a question fails: one row for each counterexample, with one number for each fact of
// LaunchFacts::free, in that order.
using Counterexamples = std::vector<std::vector<std::uint64_t>>;

// Launches of one kernel that are `alike`.
using Family = std::vector<const model::LaunchFacts*>;

// Returns whether two launches differ only in facts that can be variables: they have equal local sizes,
// arguments of equal kinds, and the same arguments in the same memory objects at the same origins. In a
// dimension whose local size does not divide the global size, the global sizes must be equal.
bool alike(const model::LaunchFacts& a, const model::LaunchFacts& b);

// Returns a key for the facts that `alike` compares. Two launches have equal keys if and only if they are
// alike.
std::string shape_key(const model::LaunchFacts& facts);

// Returns whether groups really have one work-item each, not just as an example for a local size that is left
// open.
bool has_groups_of_one(const model::LaunchFacts& facts);

// Returns the number of groups in a dimension.
std::uint64_t group_count(const model::LaunchFacts& facts, unsigned dimension);

// Returns the bits of the fact in this launch; nothing if the launch does not give it.
std::optional<smt::Bits> value_of(const Fact& fact, const model::LaunchFacts& launch);

// Returns the shape of an image argument, or null for other arguments.
const model::ImageShape* image_of(const model::LaunchFacts& launch, std::uint32_t parameter);

class LaunchTerms {
 public:
  struct Variable {
    Fact fact;
    smt::Term term;
    std::vector<smt::Bits> values;  // one value for each launch of the family
  };

  // Makes every fact a constant.
  LaunchTerms(smt::TermStore& store, const model::KernelModel& kernel, const model::LaunchFacts& facts);
  // Makes facts variables, except those in `pinned` on which all launches agree, which become constants. The
  // family must not be empty, must be alike() and must outlive this object.
  LaunchTerms(smt::TermStore& store, const model::KernelModel& kernel, const Family& family,
              std::set<Fact> pinned, bool pin_equal);

  smt::Term groups(unsigned dimension);  // address_bits wide, as are the next four
  smt::Term offset(unsigned dimension);
  smt::Term global_size(unsigned dimension);
  smt::Term local_size(unsigned dimension);  // of full groups
  // Return the constraints on open sizes: those without products, and the products, with which solvers are
  // slow.
  std::vector<smt::Term> size_constraints();
  std::vector<smt::Term> size_products();
  // Returns the size of the array if the program or the launch gives it.
  std::optional<smt::Term> array_bytes(model::ArrayId array);
  // Returns whether the local size is a variable, which makes products with it variables, too.
  bool has_open_local_size(unsigned dimension) const { return d_first.open.local[dimension] != 0; }
  // Returns the value of an argument; nothing if the launch does not give it. `width` is in bits, 1 for a
  // Boolean.
  std::optional<smt::Term> value(std::uint32_t parameter, std::uint64_t byte, unsigned width);

  // Returns a by-value argument that is left open (LaunchFacts::free) as a whole; nothing for other
  // arguments.
  std::optional<smt::Term> free_value(std::uint32_t parameter);
  // Returns LaunchFacts::relations as terms, with enough bits that nothing wraps.
  std::vector<smt::Term> relations();
  // Returns whether the relations hold for the launch from which the free facts were taken, so that they
  // contradict neither the launch nor each other.
  bool relations_admit_launch();
  // Makes observe() store counterexamples from now on.
  void collect(Counterexamples* into) { d_counterexamples = into; }
  // Returns whether there are as many counterexamples as a caller can use at once. The remaining questions
  // need not be asked then.
  bool has_enough() const { return d_counterexamples != nullptr && d_counterexamples->size() >= kEnough; }
  // Stores a counterexample to these conjuncts. Free facts keep the launch's values in it if possible.
  void observe(const std::vector<smt::Term>& conjuncts, smt::Model model);

  // Returns the maximum number of groups in a dimension; if it is a variable, the largest possible number.
  std::uint64_t most_groups(unsigned dimension);

  // Returns the largest number among the launches.
  std::uint64_t largest_groups(unsigned dimension) const;

  const std::vector<Variable>& variables() const { return d_variables; }
  std::optional<std::size_t> variable(smt::Term term) const;
  // Returns the requested facts that are constants, in the order of the requests.
  const std::vector<Fact>& constants() const { return d_constants; }

 private:
  smt::Term term(const Fact& fact, const std::string& name);
  bool is_constant(const Fact& fact, const std::vector<smt::Bits>& values) const;
  smt::Term open_size(const std::string& name);
  // Returns the variable of LaunchFacts::free, or a constant if a relation pins it.
  smt::Term free_variable(const model::Quantity& quantity);
  const model::FreeFact* free_fact(model::QuantityKind kind, std::uint32_t index) const;
  smt::Term amount(const model::Amount& amount, unsigned width);
  smt::Term native_bound(const model::Relation& relation);
  smt::Term relation(const model::Relation& relation);

  static constexpr std::size_t kEnough = 3;
  Counterexamples* d_counterexamples = nullptr;
  smt::TermStore& d_store;
  const model::KernelModel& d_kernel;
  const model::LaunchFacts& d_first;
  const Family* d_family = nullptr;  // null: all constants
  std::set<Fact> d_pinned;
  bool d_pin_equal = true;
  std::vector<Variable> d_variables;
  std::vector<Fact> d_constants;
  std::map<Fact, smt::Term> d_terms;
  std::unordered_map<smt::Term, std::size_t> d_index;
};

}  // namespace launchproof::symbolic
