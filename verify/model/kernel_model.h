// The kernel model: what every engine sees of one kernel. Made by the front end from LLVM IR,
// launch-independent.
//
// A kernel is a control-flow graph of blocks over thread-private SSA values. Shared memory is touched only at
// sites. Everything that the translation does not understand is an UnsupportedItem: a model with one of these
// must never lead to `verified`.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "verify/model/image_shape.h"
#include "verify/model/sub_groups.h"

namespace launchproof::model {

using ValueId = std::uint32_t;
using BlockId = std::uint32_t;
using LoopId = std::uint32_t;
using SiteId = std::uint32_t;
using ArrayId = std::uint32_t;
using LocationId = std::uint32_t;
using BarrierId = std::uint32_t;
inline constexpr std::uint32_t kNone = UINT32_MAX;

// One place in the source; `call_site` is the place this code was inlined into (kNone at the outermost
// level).
struct Location {
  std::string file;      // as the compiler names it
  std::uint32_t line{};  // from 1; 0 when unknown
  std::uint32_t column{};
  std::string function;
  LocationId call_site = kNone;
};

// Operations of pure values. Integers are machine integers that wrap; floats are bit patterns of their width.
enum class Op : std::uint8_t {
  Constant,   // literal: the value's bits, zero-extended
  Undefined,  // undef, poison, uninitialised private memory: an arbitrary value, chosen afresh at each
              // evaluation
  Parameter,  // bytes [literal, literal + width/8) of the by-value kernel parameter number `index`; of an
              // image the ImageField `literal`; of a sampler its bits as in OpenCL C (CLK_ADDRESS_CLAMP and
              // so on)
  // Work-item functions; index = dimension 0..2. Widths are the device's size_t (model's address_bits).
  LocalId,
  GroupId,
  LocalSize,
  EnqueuedLocalSize,
  NumGroups,
  GlobalOffset,
  GlobalSize,
  WorkDim,   // 32 bits
  SubGroup,  // how the device divides the group; index: a SubGroupValue. 32 bits but for its Result
  Pipe,      // what a pipe holds, or whether it has something or room: any value
  Phi,       // listed in its block's `phis`
  Read,      // component `literal` of what the site number `index` read (a load, or an atomic's old value)
  // Bit-vector arithmetic; operands and result of one width.
  Add,
  Sub,
  Mul,
  UDiv,
  SDiv,
  URem,
  SRem,
  Shl,
  LShr,
  AShr,
  And,
  Or,
  Xor,
  // Division by zero and over-wide shifts: any value (undefined behaviour); engines must treat them as
  // Undefined.
  Equal,
  ULess,
  ULessEq,
  SLess,
  SLessEq,  // result width 1
  Select,   // operands: condition (width 1), value if true, value if false
  Trunc,
  ZExt,
  SExt,
  Extract,  // bits [literal, literal + width) of the operand
  Concat,   // operands low bits first
  // Results of the convergence point `index` (into KernelModel::barriers).
  Collective,  // of a collective function: unknown; literal 1: the same for all that take part, of the level
               // of the convergence point
  Event,       // the event of an asynchronous copy; operand: the event passed. 0 is no event
  Other,       // the operand's value in another work-item; in conditions of annotations
  Element,     // number of an arbitrary element that an asynchronous copy moves
  Accessed,    // what an annotation asks of accesses, by the number of its AccessQuery. Width 1: one such
               // access is chosen; else the byte of the array at which the chosen one begins
  Contract,    // What a contract alone tells of: a component of what the call number `index` returned. kNone:
               // of a procedure, an argument, or that the work-item takes part in the call. literal 1: the
               // same for all that take part
  Function,    // opaque but functional: same operands, same result. index into KernelModel::functions
};

// A value that a work-item may read about its sub-group (sub_groups.h).
enum class SubGroupValue : std::uint8_t {
  LocalId,        // below Size, and another for each work-item of a sub-group
  Id,             // below Count
  Size,           // MaximumSize, but for the last sub-group of a group
  Count,          // the same for the group
  MaximumSize,    // the same for the launch, from 1
  EnqueuedCount,  // Count of a full group
  Result          // of a function that exchanges values in the sub-group: any value, of any width
};

struct Value {
  Op op = Op::Undefined;
  std::uint16_t width = 0;    // bits, 1..64
  std::uint32_t index = 0;    // see Op
  std::uint64_t literal = 0;  // see Op
  BlockId block = kNone;      // where it is computed; kNone for leaves that are the same everywhere
  LocationId location = kNone;
  std::vector<ValueId> operands;
};

enum class Memory : std::uint8_t { Global, Constant, Local, Private, Image };

// An object that pointers point into. Array 0 is the null pointer's: nothing may touch it.
struct Array {
  std::string name;  // as in the source
  Memory memory = Memory::Global;
  std::uint32_t parameter = kNone;     // the kernel parameter that it comes from, or kNone
  std::optional<std::uint64_t> bytes;  // size when the program fixes it; pointer parameters have none
  std::uint32_t element_bytes = 1;     // of the declared element type
  std::string element_type;            // for messages, e.g. "float4"
  std::optional<std::vector<std::uint8_t>> contents;  // initial bytes of a constant array
  std::optional<ImageType> image;                     // of an image (Memory::Image)
  // A variable of the program: its initialiser is all zeros, or is not known.
  bool begins_with_zeros = true;
  LocationId location = kNone;
};

enum class AccessKind : std::uint8_t { Read, Write, Atomic };
// The result of an atomic for the old value and its operand; integers of the site's width that wrap. Other:
// the model does not tell it (an exchange, a comparison, floats). CountUp: 0 where the old value is at least
// the operand, unsigned, else one more (`atomicInc` of CUDA).
enum class AtomicOperation : std::uint8_t { Other, Add, And, Or, Xor, UMin, UMax, SMin, SMax, CountUp };
enum class AtomicScope : std::uint8_t { WorkItem, SubGroup, WorkGroup, Device, AllDevices };

// An index into an array that lies in a larger object: a row of A[16][16], or a member of a structure.
struct InnerIndex {
  ValueId index = kNone;    // address_bits wide, signed
  std::uint64_t count = 0;  // elements of the inner array
};

// One access to memory in the kernel. Vector accesses are one site with several equal-width components.
struct Site {
  AccessKind kind = AccessKind::Read;
  BlockId block = kNone;
  // The pointer as a pair. `base` is a 32-bit value: the ArrayId it points into (a Constant when known).
  ValueId base = kNone;
  ValueId offset = kNone;             // byte offset in that array, address_bits wide; wraps
  std::vector<ArrayId> arrays;        // all that `base` may be, ascending; contains 0 when it may be null
  std::uint32_t bytes = 0;            // width of the access
  std::uint32_t component_bytes = 0;  // bytes = component_bytes * number of components
  std::vector<ValueId>
      written;  // Write: the components, lowest address first; empty when not known as values
  AtomicScope scope = AtomicScope::Device;  // Atomic only
  bool atomic_writes = true;                // Atomic only: false for a pure atomic load
  bool atomic_reads = true;                 // Atomic only: false for a pure atomic store
  std::uint32_t atomic_order = 0;           // Atomic only: C11 memory_order as a number, 0 = relaxed
  // Atomic only: the constant that it adds, modulo the width; nothing for other operations.
  std::optional<std::uint64_t> added;
  AtomicOperation operation = AtomicOperation::Other;  // Atomic only; with it comes the operand
  ValueId operand = kNone;                             // as wide as the access
  bool is_volatile = false;
  // Read only: false where the read need not find what others have written since the launch began, whatever
  // orders it after them (`ld.global.nc` of PTX, `__ldg`).
  bool is_coherent = true;
  // Read only: for an annotation, whose value is everything that it is for. It is not an access of the
  // kernel: it races with nothing, and nothing is asked of where it lies.
  bool observes = false;
  // Read only: the kernel says that it need not be compared with what others do (an Exemption). No race is
  // looked for with it, so that what it reads of memory that the launch writes is any value.
  bool non_temporal = false;
  // Stands for a copy that the work-item started by itself and that may happen later: lock step orders it
  // with nothing.
  bool in_flight = false;
  // Accesses of an asynchronous copy: the copy (into KernelModel::barriers), made by no work-item, at an
  // unknown moment until it is waited for. The site stands for one access for each element below `elements`;
  // `offset` uses `element` (Op::Element).
  BarrierId copy = kNone;
  ValueId element = kNone;
  ValueId elements = kNone;
  // Accesses to images, both of width 1. `inside`: the access touches the pixel at `offset`; else it touches
  // nothing. `outside`: it is out of bounds; kNone: never.
  ValueId inside = kNone;
  ValueId outside = kNone;
  // Stands for accesses of this kind that the call (into KernelModel::calls) may make, at any place.
  std::uint32_t call = kNone;
  // Made by another part of the same kernel (ModularKernel): it says how the memory is accessed, and is no
  // access of this part.
  bool is_elsewhere = false;
  std::vector<ValueId> coordinates;  // of the pixel, 32 bits each, for messages
  // Indices that the address is computed with, as far as the program writes them as subscripts of inner
  // arrays.
  std::vector<InnerIndex> inner;
  LocationId location = kNone;
};

// Where all work-items of a group (or sub-group) must come together, each with equal operands. Only a Barrier
// orders memory, and only with its fences: between those that come together there.
enum class Convergence : std::uint8_t { Barrier, Collective, Copy, Wait };

// The work-items that must reach a barrier of the group.
enum class BarrierRule : std::uint8_t {
  OpenCl,  // all work-items of the group (OpenCL C specification, barrier)
  Cuda,  // those that have not ended (CUDA C++ Programming Guide, __syncthreads for compute capability 7 and
         // on)
};

struct Barrier {
  BlockId block = kNone;
  Convergence kind = Convergence::Barrier;
  bool local_fence = false;   // orders local memory
  bool global_fence = false;  // orders global memory
  bool image_fence = false;
  ConvergenceLevel level = ConvergenceLevel::Group;  // the work-items that come together, and are ordered
  std::string function;                              // as called, e.g. "work_group_all"
  std::vector<ValueId> same;                         // operands that must be equal for all that take part
  std::vector<ValueId> events;                       // Wait: the events that it waits for
  ValueId event = kNone;                             // Copy: its event (Op::Event)
  std::vector<ValueId> taken;  // Collective: what its result is computed from, of all work-items
  std::uint32_t call = kNone;  // it lies in what is called there (into KernelModel::calls), if anywhere
  // False: it also meets other barriers that are not aligned (PTX ISA 9.0, section 9.7.13.1, `barrier.sync`).
  bool is_aligned = true;
  LocationId location = kNone;

  bool is_of_sub_group() const { return level == ConvergenceLevel::SubGroup; }
};

// Whether the threads that a mask names all reach a function of the warp, once each.
enum class MaskMeeting : std::uint8_t {
  None,          // there is no mask
  Shown,         // they do
  WhereUniform,  // true if all threads of the block get there
  OfLanes,       // for the launch to say: the mask is a constant (Fence::lanes)
  NotShown
};

// A memory fence that is not a barrier (mem_fence, atomic_work_item_fence), or a function of the warp for the
// threads that a mask names. Orders work-items only together with atomics; makes questions about plain
// accesses around it inexact.
struct Fence {
  BlockId block = kNone;
  LocationId location = kNone;
  MaskMeeting meeting = MaskMeeting::None;
  std::string function;     // of the warp, as called
  std::uint32_t lanes = 0;  // OfLanes: those that the mask names, by bit
  // As C11 numbers memory_order; 0 = relaxed: it orders nothing. The scope is that of the other work-items.
  std::uint32_t order = 0;
  AtomicScope scope = AtomicScope::WorkItem;
  bool global_memory = false;  // it orders accesses to global memory
};

enum class AnnotationKind : std::uint8_t {
  Precondition,      // holds when the kernel begins
  Assumption,        // work-items for which it does not hold are left out from there on
  Assertion,         // is to be shown
  GlobalAssertion,   // likewise, and for work-items that took another path
  Invariant,         // is to be shown where it stands, in every iteration
  Candidate,         // may hold where it stands, in every iteration
  Exemption,         // reads after it are Site::non_temporal, which a verdict must say
  BarrierInvariant,  // is to be shown when the work-item reaches the barrier after it, of all of its group
  ReadPermission,    // no other work-item writes to the place of `site` in the barrier interval
  Scan,              // is to be shown of what the launch has written when the kernel ends
  Unjudged           // said, and not used
};

// The part of a procedure's contract: what holds when it is called, or when it returns.
enum class ContractPart : std::uint8_t { None, Requirement, Guarantee };

// Claims a scan for each group: the elements of `output` that the group has written are one stretch. Each of
// them holds the elements of `input`, as they were at the start, joined in order by one operator: those from
// the first of the stretch up to its own, or up to the one before when the scan is exclusive.
struct ScanClaim {
  ArrayId output = kNone, input = kNone;
  bool is_exclusive = false;
};

// A statement of a kernel about itself (docs/annotations.md). The condition of a precondition or assumption
// is that of a branch: where it does not hold, control goes to a block that `excluded_by` marks.
struct Annotation {
  AnnotationKind kind = AnnotationKind::Unjudged;
  std::string text;  // as called; the function's name alone where the source is not known
  BlockId block = kNone;
  ValueId condition = kNone;  // width 1; kNone when there is none that could be judged
  bool two_items = false;     // the condition uses Op::Other
  bool of_accesses = false;   // it uses Op::Accessed
  bool is_executed = true;    // a replay asks it as well; false for what no execution can tell
  std::uint32_t event = 0;    // so many events of its block come before it
  // Not None: an Assertion is to be shown. A Precondition (of the procedure itself) or Assumption (of what it
  // calls) is assumed where it stands, for work-items that get there. No branch stands for it.
  ContractPart contract = ContractPart::None;
  std::string open;  // why it is not judged or used, in words
  // The claim of an annotation in a kernel with barrier invariants (uses_barrier_invariants), width 1. It is
  // given even where `condition` says nothing because engines without a picture of shared memory cannot judge
  // it.
  ValueId claim = kNone;
  // BarrierInvariant: the work-items, by local id in dimension 0, for which it is assumed behind
  // the barrier; where it speaks of two, pairs of these one after the other.
  std::vector<ValueId> instances;
  SiteId site = kNone;  // ReadPermission: the place, as a read that observes
  ScanClaim scan;       // Scan
  LocationId location = kNone;
};

// From here on, conditions that read the array `to` find what `from` holds here. Nothing else touches `to`.
// Both arrays are taken from their start.
struct Snapshot {
  ArrayId to = kNone, from = kNone;
  BlockId block = kNone;
  std::uint32_t event = 0;  // so many events of its block come before it
  LocationId location = kNone;
};

// A question of an annotation about the accesses that its work-item has made to an array since the last
// barrier that orders them against others. Against another work-item of the group, that is the last barrier
// that fences this memory. Against one of another group there is no such barrier. One of these accesses is
// chosen for each annotation, kind and array, or none. The annotation holds when it does for every choice.
struct AccessQuery {
  AccessKind kind = AccessKind::Read;
  ArrayId array = kNone;
  BlockId block = kNone;             // where it stands
  std::uint32_t event = 0;           // so many events of the block come before it
  std::uint32_t annotation = kNone;  // whose condition it is part of
  // Not kNone: it asks whether an access of any kind was made at this byte of the array for certain, by the
  // work-item or the other one of a pair. No access is chosen.
  ValueId at = kNone;
};

// A call of a function by its contract: what stands around it says what it requires and guarantees.
struct Call {
  BlockId block = kNone;
  std::uint32_t procedure = kNone;  // into ModularKernel::procedures
  LocationId location = kNone;      // of the call
};

// An event in a block. Events are in program order.
struct Event {
  enum class Kind : std::uint8_t { Site, Barrier, Fence, Call } kind = Kind::Site;
  std::uint32_t index = 0;  // into KernelModel::sites, ::barriers, ::fences or ::calls
};

struct Phi {
  ValueId value = kNone;
  // One for each predecessor edge, same order as Block::predecessors.
  std::vector<ValueId> incoming;
};

struct Block {
  std::vector<BlockId> predecessors;  // one entry an edge; a block that branches twice to here appears twice
  // 0 successors: return (or unreachable, see below). 1: jump. 2: [0] when `condition` is 1, [1] when it is
  // 0.
  std::vector<BlockId> successors;
  ValueId condition = kNone;
  bool ends_unreachable = false;  // ends in `unreachable` or a call that does not return
  bool ends_by_return = false;    // of CUDA: the work-item ends here by a `return` statement
  // The annotation (into KernelModel::annotations) that says that no work-item comes here.
  std::uint32_t excluded_by = kNone;
  std::vector<Phi> phis;
  std::vector<Event> events;
  LoopId loop = kNone;          // innermost loop that contains the block
  LocationId location = kNone;  // of the terminator
  std::string name;             // for dumps
};

// Natural loops in simplified form: one preheader outside, one latch.
struct Loop {
  BlockId header = kNone;
  BlockId latch = kNone;
  BlockId preheader = kNone;
  LoopId parent = kNone;
  std::uint32_t depth = 1;      // 1 = outermost
  std::vector<BlockId> blocks;  // all, those of inner loops included
  LocationId location = kNone;
};

enum class ParameterKind : std::uint8_t {
  Value,
  GlobalPointer,
  ConstantPointer,
  LocalPointer,
  Image,
  Sampler,
  Other
};

struct Parameter {
  std::string name;
  std::string type;  // as written, e.g. "__global float4 *"
  ParameterKind kind = ParameterKind::Value;
  std::uint32_t bytes = 0;         // Value: size in bytes
  ArrayId array = kNone;           // pointers and images: their array
  std::optional<ImageType> image;  // images: of what kind
  // A pointer in a by-value parameter, which is a parameter of its own: the number of that one, and the
  // pointer's first byte in it. kNone: it is not part of another one.
  std::uint32_t structure = kNone;
  std::uint32_t structure_offset = 0;
  bool is_const = false;  // pointee is const
  bool is_restrict = false;
  bool is_volatile = false;
};

struct UnsupportedItem {
  std::string construct;  // a description
  LocationId location = kNone;
};

struct ModularKernel;

// An operation whose result depends on nothing but its operands. `name` is unique within a process run's
// meaning: equal names and operand widths mean the same function in every model.
struct Function {
  std::string name;  // e.g. "float.add.32", "sin.32"
  bool commutative = false;
};

enum class Language : std::uint8_t { OpenCl, Cuda };

struct KernelModel {
  std::string name;
  Language language = Language::OpenCl;
  std::uint32_t address_bits = 64;  // of the device: width of offsets and size_t
  std::vector<Parameter> parameters;
  std::vector<Array> arrays;  // [0] is the null array
  std::vector<Value> values;
  std::vector<Block> blocks;  // [0] is the entry; every block is reachable from it
  std::vector<Loop> loops;    // outer before inner
  std::vector<Site> sites;
  std::vector<Barrier> barriers;
  std::vector<Fence> fences;
  std::vector<Call> calls;  // only in parts of a ModularKernel
  std::vector<Function> functions;
  std::vector<Location> locations;
  std::vector<UnsupportedItem> unsupported;
  std::vector<Annotation> annotations;
  std::vector<LocationId> postconditions;  // their places; separate kernels check them
  std::vector<std::string> granted;        // assumptions of the front end, a sentence each
  std::vector<AccessQuery> queries;
  std::vector<Snapshot> snapshots;  // in kernels with barrier invariants; others are part of the conditions
  std::optional<std::array<std::uint64_t, 3>> required_local_size;  // reqd_work_group_size
  std::uint32_t required_sub_group_size = 0;                        // intel_reqd_sub_group_size; 0: none
  // Set for a procedure: the name of its function, and whether the work-item takes part in the call (width
  // 1).
  std::string procedure;
  ValueId enabled = kNone;
  // The same kernel with calls that are not inlined; null where there are none, or where nobody asked.
  std::shared_ptr<const ModularKernel> modular;
};

// A kernel in parts: functions with contracts are procedures of their own, each for arguments that a contract
// allows. There is one for each function and combination of arrays that its pointers point into; each part
// has the kernel's parameters, and so its arrays.
struct ModularKernel {
  KernelModel kernel;
  std::vector<KernelModel> procedures;  // callers before what they call
};

// Returns whether the kernel holds barrier invariants, or says what belongs to them.
bool uses_barrier_invariants(const KernelModel& kernel);

// Returns whether the division of groups into sub-groups has a part in what the kernel does.
bool uses_sub_groups(const KernelModel& kernel);

// Returns a readable listing, for `--dump-model` and tests.
std::string to_text(const KernelModel& kernel);

// Checks the structure (ids in range, widths agree, one latch a loop, phis fit predecessors).
// Returns an empty string when sound, else what is wrong. Every producer's tests call it.
std::string validate(const KernelModel& kernel);

// Returns "file.cl:12:5", with " (inlined at file.cl:30:3)" for inlined code; "?" when unknown.
std::string describe(const KernelModel& kernel, LocationId location);

}  // namespace launchproof::model
