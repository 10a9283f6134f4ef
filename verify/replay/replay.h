// Executes a launch, or some of its groups, from the kernel's LLVM IR compiled in process, and sees data
// races, barrier divergence, accesses outside of arrays and through null. What it sees happened with the
// contents executed; what it does not see may still be there with others.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "verify/frontend/prepared.h"
#include "verify/model/kernel_model.h"
#include "verify/model/launch_facts.h"
#include "verify/verdict/results.h"

namespace launchproof::replay {

// What buffers hold before the launch, and what a scalar that the launch facts do not give is taken to be.
struct Contents {
  // In 32-bit words. Iota: 0, 1, 2, …; Rising and Falling: one number for all words of an object, which is
  // larger (smaller) than that of the objects before it, signed and unsigned.
  enum class Fill : std::uint8_t { Zero, Iota, Random, Rising, Falling };
  Fill fill = Fill::Random;
  std::uint64_t seed = 1;
  std::map<std::uint64_t, std::vector<std::uint8_t>> objects;  // by BufferArgument::object, from its start
  std::set<std::uint64_t> chosen;  // of `objects`: some bytes are made up, however many are given
  std::map<std::uint32_t, std::vector<std::uint8_t>> values;  // by parameter number; made up
  std::int64_t scalar = 4;                                    // each other scalar that is not given
  // Objects whose bytes hold nothing before the launch: created without contents, and never written. They are
  // filled like the others, and a read of what no work-item wrote is seen.
  std::set<std::uint64_t> undefined;
};

// The fill in words: "zeros".
const char* in_words(Contents::Fill fill);
// The 32-bit word number `word` of an object where `contents` gives none.
std::uint32_t filled_word(const Contents& contents, std::uint64_t object, std::uint64_t word);
// A scalar argument of this type that neither the launch nor `contents` gives.
std::vector<std::uint8_t> filled_scalar(const Contents& contents, const std::string& type,
                                        std::uint64_t bytes);

struct Options {
  std::vector<std::array<std::uint64_t, 3>> groups;  // run these only; empty: all
  std::uint64_t maximum_steps = 4'000'000'000;       // compared accesses and loop iterations, of a thread
  double seconds = 10;                               // of execution
  std::uint64_t maximum_memory = 1ULL << 30;         // bytes of contents, shadow and stacks
  bool keep_results = false;
  model::BarrierRule barrier_rule = model::BarrierRule::OpenCl;
  unsigned threads =
      0;  // that run groups; 0: as many as the machine has processors, fewer for few work-items
};

// One side of what was seen.
struct Participant {
  verdict::WorkItem work_item;  // `access` is "read", "write", "atomic", "reaches the barrier" or "returns"
  std::vector<verdict::SourceLocation> locations;  // innermost first; the others are call sites
  bool by_copy = false;                            // by an asynchronous copy of the work-item's group
};

// The kind of a read of private memory that the work-item has not written.
inline constexpr const char* kUndefinedPrivate = "undefined private value";

// The kinds of accesses that break an access flag, as in verdict::Finding.
inline constexpr const char* kReadOnlyStore = "store into read-only memory";
inline constexpr const char* kWriteOnlyLoad = "load from write-only memory";

struct Seen {
  verdict::Property property{};
  std::string kind;     // as verdict::Finding::kind
  bool benign = false;  // a race in which all instances stored equal bytes
  std::vector<Participant> participants;
  std::uint64_t count = 0;  // instances with the same lines; the participants are those of the first
};

enum class Status : std::uint8_t {
  Completed,    // every work-item asked for has run
  Unknown,      // a limit was reached; `reason` names it and the line
  Unsupported,  // `reason` names the construct
  Error,        // the kernel does not compile, or the launch does not fit it
};

struct Outcome {
  Status status = Status::Error;
  std::string reason;
  std::vector<Seen> seen;  // also when a limit was reached
  // A race may not have been seen, behind writes of equal bytes: of what came before those, less is kept.
  bool may_hide = false;
  std::vector<std::string> made_up;               // what was not given, in words: "contents of a", "n = 4"
  std::vector<std::uint32_t> made_up_parameters;  // their numbers
  std::map<std::uint64_t, std::vector<std::uint8_t>> results;  // by object, when asked for
  // Subnormal numbers were computed with, or results that are no number: devices may get something else.
  bool open_floats = false;
  // A divisor was zero, or the least number was divided by -1: the quotient was taken to be another.
  bool open_divisions = false;
  // Work-items gave each other what devices may give otherwise: a value of one that did not
  // take part, a sum of floats, whose order devices choose, or a value of some whose coming together is not
  // defined.
  bool open_exchanges = false;
  // A precondition was broken, or an assumption left work-items out: no launch has the values executed.
  bool is_excluded = false;
  bool is_out_of_steps = false;  // Unknown: Options::maximum_steps was too low
  std::uint64_t work_items = 0;
  std::uint64_t groups = 0;
  std::uint64_t accesses = 0;      // that were compared with others
  std::uint64_t data_bytes = 0;    // of memory touched, in whole chunks
  std::uint64_t shadow_bytes = 0;  // kept about accesses to it
  double seconds = 0;              // of execution, compiling not counted
};

struct Image;  // machine code and its tables

// A kernel in machine code; may run any number of times, in one thread at a time.
class Kernel {
 public:
  Kernel(const frontend::PreparedProgram& program, const std::string& name);
  ~Kernel();
  Kernel(Kernel&&) noexcept;
  Kernel& operator=(Kernel&&) noexcept;

  // Empty when it can run; else why not, which every outcome repeats.
  const std::string& refusal() const { return d_refusal; }

  Outcome run(const model::LaunchFacts& facts, const Contents& contents, const Options& options) const;

 private:
  friend struct Confirmer;
  Status d_status = Status::Completed;
  std::string d_refusal;
  std::unique_ptr<Image> d_image;
};

// Prepares, compiles and runs.
Outcome replay(const std::vector<frontend::ProgramSource>& sources, const frontend::DeviceEnvironment& device,
               const std::string& kernel, const model::LaunchFacts& facts, const Contents& contents,
               const Options& options);

// The object of a pointer argument that the launch facts do not give, in Contents::objects.
constexpr std::uint64_t object_of_unknown(std::uint32_t parameter) {
  return UINT64_MAX - parameter;
}

struct Confirmation {
  bool seen = false;
  // Not seen, and the groups ran so far that it should have been.
  bool refuted = false;
  std::string reason;  // when not seen: what happened instead, or why it could not be executed
  // When seen: what the witness's work-items did until then, bounded. None where a copy is one of the two.
  std::vector<verdict::Step> steps;
  std::uint64_t steps_left_out = 0;
  Outcome outcome;
};

struct Confirmer {
  static Confirmation confirm(const Kernel& kernel, const verdict::Finding& finding,
                              const model::LaunchFacts& facts, const Contents& contents, Options options);
};

// Runs the groups that the finding's witness names and says whether what it claims happens.
Confirmation confirm(const Kernel& kernel, const verdict::Finding& finding, const model::LaunchFacts& facts,
                     const Contents& contents, Options options);

}  // namespace launchproof::replay
