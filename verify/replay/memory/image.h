// A compiled kernel with the tables that its instrumentation refers to.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "verify/model/kernel_model.h"
#include "verify/verdict/results.h"

namespace launchproof::replay {

struct MachineItem;

// Addresses that the kernel computes with are not the host's: object number n begins at n * kObjectSpan +
// kObjectBias, so that an index must be off by half a tebibyte before it lands in another object. Object 0 is
// the null pointer's.
inline constexpr unsigned kSpanBits = 40;
inline constexpr std::uint64_t kObjectSpan = 1ULL << kSpanBits;
inline constexpr std::uint64_t kObjectBias = kObjectSpan / 2;

constexpr std::uint64_t address_of(std::uint64_t object, std::uint64_t offset) {
  return object * kObjectSpan + kObjectBias + offset;
}

enum class ObjectKind : std::uint8_t { Parameter, Value, Local, Constant, Private, Program };

struct ObjectSpec {
  ObjectKind kind = ObjectKind::Parameter;
  std::string name;
  std::uint64_t bytes = 0;            // Local, Constant, Private, Program
  std::uint64_t private_origin = 0;   // Private: where it lies in a work-item's private memory
  std::vector<std::uint8_t> initial;  // Constant, Program: contents
  bool may_be_written = false;        // by a work-item
  bool in_constant_memory = false;    // of a variable of the program
};

enum class SiteKind : std::uint8_t { Read, Write, Atomic, AtomicLoad };

// Returns "read", "write" or "atomic".
constexpr const char* name_of_access(SiteKind kind) {
  if (kind == SiteKind::Read) return "read";
  return kind == SiteKind::Write ? "write" : "atomic";
}

struct SiteSpec {
  SiteKind kind = SiteKind::Read;
  std::uint32_t bytes = 0;
  model::AtomicScope scope = model::AtomicScope::Device;
  std::uint32_t object = 0;  // the only one that the address may be computed from; 0: not known
  std::vector<verdict::SourceLocation> locations;
  std::uint32_t scalar_bytes = 0;  // of a component; 0: no number
  bool is_float = false;           // and then of floats
  bool observes = false;           // it reads for an annotation, and is not an access of the kernel
  bool stores_only = false;        // an atomic store, which reads nothing
  bool non_temporal = false;       // an annotation takes it out of the search for races
  std::uint32_t order = 0;         // of an atomic: memory_order as C11 numbers it
};

// A place where the work-items of a group or sub-group must meet; at an exchange, a part of a sub-group may.
enum class Meeting : std::uint8_t { Barrier, Copy, Wait, Collective, Exchange };

struct BarrierSpec {
  Meeting kind = Meeting::Barrier;
  std::vector<std::uint32_t> loops;  // that contain it, outermost first
  std::vector<verdict::SourceLocation> locations;
  model::ConvergenceLevel level = model::ConvergenceLevel::Group;
  std::uint32_t order = 0;  // of places that control passes one after the other
  // Control comes here from where all work-items come by branches that part them, with no place between at
  // which some of them join again.
  bool is_parted_only = false;
  // The number and one of a barrier of CUDA that is not aligned; else 0. Work-items meet at any two of them
  // with one number.
  std::uint32_t unaligned = 0;
};

// An assertion of a kernel about its work-items.
struct AssertionSpec {
  std::vector<verdict::SourceLocation> locations;
};

struct LoopSpec {
  std::vector<verdict::SourceLocation> locations;
};

struct ArgumentSlot {
  std::uint64_t offset = 0;  // in the block of arguments
  std::uint64_t bytes = 0;
  bool by_reference = false;  // a structure; the slot holds the address of its object
};

struct KernelTables {
  std::vector<model::Parameter> parameters;
  std::vector<ObjectSpec> objects;  // [0] is the null object, then one for each parameter
  std::vector<SiteSpec> sites;      // [0] is not used
  std::vector<BarrierSpec> barriers;
  std::vector<LoopSpec> loops;
  std::vector<AssertionSpec> assertions;
  std::vector<ArgumentSlot> arguments;
  std::uint64_t argument_bytes = 0;
  std::uint64_t private_bytes = 0;  // of one work-item
  std::uint64_t instructions = 0;   // bounds the stack that the code needs
  bool has_copies = false;          // asynchronous ones
  bool uses_sub_groups = false;
  bool is_cuda = false;
  bool is_in_place = false;       // it works on memory of this process, and its accesses are not recorded
  std::uint64_t stack_bytes = 0;  // in place: of private variables of a work-item
  std::uint64_t local_bytes = 0;  // in place: of variables in local memory; dynamic memory follows
};

using EntryPoint = void (*)(MachineItem*);

struct Image {
  KernelTables tables;
  EntryPoint entry = nullptr;
  std::shared_ptr<void> code;  // keeps the machine code alive
};

// The addresses of a program's variables in this process, by their names in its LLVM IR.
using VariableAddresses = std::map<std::string, std::uint64_t>;

// Returns null with `refusal` set when the kernel cannot be executed.
std::unique_ptr<Image> compile_image(const std::string& bitcode, const std::string& kernel,
                                     const std::vector<model::Parameter>& parameters, std::string& refusal);
// Compiles likewise, for execution in memory of this process.
std::unique_ptr<Image> compile_in_place(const std::string& bitcode, const std::string& kernel,
                                        const std::vector<model::Parameter>& parameters,
                                        const VariableAddresses& variables, std::string& refusal);

}  // namespace launchproof::replay
