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

// The kernel does not compute with the host's addresses: object number n begins at n * kObjectSpan +
// kObjectBias, so an index must be off by half a tebibyte before it reaches another object. Object 0 belongs
// to the null pointer.
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
  std::uint64_t private_origin = 0;   // Private: its position in a work-item's private memory
  std::vector<std::uint8_t> initial;  // Constant, Program: contents
  bool may_be_written = false;        // by a work-item
  bool in_constant_memory = false;    // for variables of the program
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
  std::uint32_t object = 0;  // the only object from which the address may be computed; 0: unknown
  std::vector<verdict::SourceLocation> locations;
  std::uint32_t scalar_bytes = 0;  // bytes of a component; 0: not a number
  bool is_float = false;           // components are floats
  bool observes = false;           // it reads for an annotation and is no access of the kernel
  bool stores_only = false;        // an atomic store, which does not read
  bool is_coherent = true;         // false: a read that need not find what the launch writes
  bool non_temporal = false;       // an annotation exempts it from the search for races
  std::uint32_t order = 0;         // for an atomic: the number of its C11 memory_order
};

// A place where the work-items of a group or sub-group must meet. At an exchange, only part of a sub-group
// may meet.
enum class Meeting : std::uint8_t { Barrier, Copy, Wait, Collective, Exchange };

struct BarrierSpec {
  Meeting kind = Meeting::Barrier;
  std::vector<std::uint32_t> loops;  // the loops that contain it, outermost first
  std::vector<verdict::SourceLocation> locations;
  model::ConvergenceLevel level = model::ConvergenceLevel::Group;
  std::uint32_t order = 0;  // position in the order in which control passes the places
  // Control comes here from a place that all work-items reach, through branches that separate them, and no
  // place between joins some of them again.
  bool is_parted_only = false;
  // For a CUDA barrier that is not aligned: its number plus one; otherwise 0. Work-items meet at any two such
  // barriers with the same number.
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
  std::uint64_t offset = 0;  // offset in the block of arguments
  std::uint64_t bytes = 0;
  bool by_reference = false;  // a structure whose slot holds the address of its object
};

struct KernelTables {
  std::vector<model::Parameter> parameters;
  std::vector<ObjectSpec> objects;  // [0] is the null object, followed by one object for each parameter
  std::vector<SiteSpec> sites;      // [0] is unused
  std::vector<BarrierSpec> barriers;
  std::vector<LoopSpec> loops;
  std::vector<AssertionSpec> assertions;
  std::vector<ArgumentSlot> arguments;
  std::uint64_t argument_bytes = 0;
  std::uint64_t private_bytes = 0;  // of one work-item
  std::uint64_t instructions = 0;   // bounds the stack size that the code needs
  bool has_copies = false;          // asynchronous ones
  bool uses_sub_groups = false;
  bool has_grid_barriers = false;
  bool is_cuda = false;
  bool is_in_place = false;       // the code works on memory of this process, and its accesses are not
                                  // recorded
  std::uint64_t stack_bytes = 0;  // in place: bytes of private variables of a work-item
  std::uint64_t local_bytes = 0;  // in place: bytes of variables in local memory; dynamic memory follows them
};

using EntryPoint = void (*)(MachineItem*);

struct Image {
  KernelTables tables;
  EntryPoint entry = nullptr;
  std::shared_ptr<void> code;  // keeps the machine code alive
};

// The addresses of a program's variables in this process, by their names in its LLVM IR.
using VariableAddresses = std::map<std::string, std::uint64_t>;

// Compiles the kernel. Returns null and sets `refusal` if the kernel cannot be executed.
std::unique_ptr<Image> compile_image(const std::string& bitcode, const std::string& kernel,
                                     const std::vector<model::Parameter>& parameters, std::string& refusal);
// Compiles the kernel in the same way for execution in memory of this process.
std::unique_ptr<Image> compile_in_place(const std::string& bitcode, const std::string& kernel,
                                        const std::vector<model::Parameter>& parameters,
                                        const VariableAddresses& variables, std::string& refusal);

}  // namespace launchproof::replay
