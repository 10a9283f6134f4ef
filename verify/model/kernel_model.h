// The kernel model: what all engines know about one kernel. The front end builds it from LLVM IR,
// independently of launches.
//
// A kernel is a control-flow graph of blocks over thread-private SSA values. Shared memory is touched only at
// sites. Everything that the translation does not understand is an UnsupportedItem. A model with one of these
// must never lead to `verified`.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "verify/model/image_shape.h"
#include "verify/model/layout.h"
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
  std::string file;      // as named by the compiler
  std::uint32_t line{};  // from 1; 0 when unknown
  std::uint32_t column{};
  std::string function;
  LocationId call_site = kNone;
};

// Operations of pure values. Integers are machine integers that wrap; floats are bit patterns of their width.
enum class Op : std::uint8_t {
  Constant,   // literal: the value's bits, zero-extended
  Undefined,  // undef, poison or uninitialised private memory: an arbitrary value, which may differ at each
              // evaluation
  Parameter,  // bytes [literal, literal + width/8) of the by-value kernel parameter number `index`; for an
              // image, the ImageField `literal`; for a sampler, its bits in the encoding of OpenCL C
              // (CLK_ADDRESS_CLAMP and so on)
  // Work-item functions; index = dimension 0..2. Widths are the device's size_t (model's address_bits).
  LocalId,
  GroupId,
  LocalSize,
  EnqueuedLocalSize,
  NumGroups,
  GlobalOffset,
  GlobalSize,
  WorkDim,   // 32 bits
  SubGroup,  // how the device divides the group; index: a SubGroupValue. 32 bits, except for its Result
  Pipe,      // what a pipe holds, or whether it has data or room: any value
  Phi,       // listed in its block's `phis`
  Read,      // component `literal` of the value read by site number `index` (a load, or the old value of an
             // atomic)
  // Bit-vector arithmetic; operands and result have one width.
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
  // Division by zero and over-wide shifts give any value (undefined behaviour); engines must treat them as
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
  Collective,  // result of a collective function: unknown; with literal 1, the same for all participants of
               // the convergence point at its level
  Event,       // the event of an asynchronous copy; operand: the event passed in. 0 is no event
  Other,       // the operand's value in another work-item; in conditions of annotations
  Element,     // number of an arbitrary element that an asynchronous copy moves
  Accessed,    // result of an AccessQuery of an annotation, by its number. Width 1: whether such an access is
               // chosen; otherwise the byte of the array at which the chosen access begins
  Contract,    // Values that only a contract describes: a component of the result of call number `index`.
               // kNone: an argument of a procedure, or whether the work-item takes part in the call. literal
               // 1: the same for all that take part
  Function,    // opaque but functional: equal operands give equal results. index into KernelModel::functions
};

// A value that a work-item may read about its sub-group (sub_groups.h).
enum class SubGroupValue : std::uint8_t {
  LocalId,        // below Size, and different for each work-item of a sub-group
  Id,             // below Count
  Size,           // MaximumSize, except for the last sub-group of a group
  Count,          // the same for the whole group
  MaximumSize,    // the same for the whole launch, at least 1
  EnqueuedCount,  // Count of a full group
  Result          // result of a function that exchanges values within the sub-group: any value, of any width
};

struct Value {
  Op op = Op::Undefined;
  std::uint16_t width = 0;    // bits, 1..64
  std::uint32_t index = 0;    // see Op
  std::uint64_t literal = 0;  // see Op
  BlockId block = kNone;      // block that computes it; kNone for leaves that are the same everywhere
  LocationId location = kNone;
  std::vector<ValueId> operands;
};

enum class Memory : std::uint8_t { Global, Constant, Local, Private, Image };

// An object that pointers point into. Array 0 belongs to the null pointer: nothing may touch it.
struct Array {
  std::string name;  // as in the source
  Memory memory = Memory::Global;
  std::uint32_t parameter = kNone;     // the kernel parameter that it comes from, or kNone
  std::optional<std::uint64_t> bytes;  // size if the program fixes it; pointer parameters have none
  std::uint32_t element_bytes = 1;     // bytes of the declared element type
  std::string element_type;            // for messages, e.g. "float4"
  Layout layout;                       // for messages; its `bytes` are 0 if it is unknown
  std::optional<std::vector<std::uint8_t>> contents;  // initial bytes of a constant array
  std::optional<ImageType> image;                     // type of an image (Memory::Image)
  // For a variable of the program: false if its initialiser is neither all zeros nor unknown.
  bool begins_with_zeros = true;
  LocationId location = kNone;
};

enum class AccessKind : std::uint8_t { Read, Write, Atomic };
// How an atomic computes the new value from the old value and its operand: wrapping integers of the site's
// width. Other: the model does not say (an exchange, a comparison, floats). CountUp: 0 if the old value is at
// least the operand, unsigned, otherwise the old value plus one (`atomicInc` of CUDA).
enum class AtomicOperation : std::uint8_t { Other, Add, And, Or, Xor, UMin, UMax, SMin, SMax, CountUp };
enum class AtomicScope : std::uint8_t { WorkItem, SubGroup, WorkGroup, Device, AllDevices };

// An index into an array that is part of a larger object: a row of A[16][16], or a member of a structure.
struct InnerIndex {
  ValueId index = kNone;    // address_bits wide, signed
  std::uint64_t count = 0;  // number of elements of the inner array
};

// One access to memory in the kernel. A vector access is one site with several components of equal width.
struct Site {
  AccessKind kind = AccessKind::Read;
  BlockId block = kNone;
  // The pointer as a pair. `base` is a 32-bit value: the ArrayId it points into (a Constant when known).
  ValueId base = kNone;
  ValueId offset = kNone;             // byte offset in that array, address_bits wide; wraps
  std::vector<ArrayId> arrays;        // all arrays that `base` may name, ascending; contains 0 if it may be
                                      // null
  std::uint32_t bytes = 0;            // width of the access
  std::uint32_t component_bytes = 0;  // bytes = component_bytes * number of components
  std::vector<ValueId>
      written;  // Write: the components, lowest address first; empty if their values are unknown
  AtomicScope scope = AtomicScope::Device;  // Atomic only
  bool atomic_writes = true;                // Atomic only: false for a pure atomic load
  bool atomic_reads = true;                 // Atomic only: false for a pure atomic store
  std::uint32_t atomic_order = 0;           // Atomic only: C11 memory_order as a number, 0 = relaxed
  // Atomic only: the constant that it adds, modulo the width; nothing for other operations.
  std::optional<std::uint64_t> added;
  AtomicOperation operation = AtomicOperation::Other;  // Atomic only; `operand` is set unless this is Other
  ValueId operand = kNone;                             // as wide as the access
  bool is_volatile = false;
  // Read only: false if the read need not find what others have written since the launch began, even if the
  // write is ordered before it (`ld.global.nc` of PTX, `__ldg`).
  bool is_coherent = true;
  // Read only: the read belongs to an annotation and only serves to give it a value. It is no access of the
  // kernel: it races with nothing, and its bounds are not checked.
  bool observes = false;
  // Read only: the kernel exempts the read from comparison with other accesses (an Exemption). It is not part
  // of the search for races, so its value is arbitrary if the launch writes the memory.
  bool non_temporal = false;
  // The site belongs to a copy that the work-item started and that may happen later, so lock step does not
  // order it.
  bool in_flight = false;
  // Stands for a copy of a block of memory that the work-item started, in_flight, and whose end a barrier in
  // memory tells to all that wait for it: the queue of such copies, and the copy's number in that queue, as
  // wide as an address. kNone for other accesses.
  std::uint32_t queue = kNone;
  ValueId number = kNone;
  // By queue: copies with numbers below this one have ended before this access, as the work-item has waited
  // for them. As wide as an address; shorter where nothing is known.
  std::vector<ValueId> ended;
  // By barrier in memory whose arrivals have numbers (uses_numbered_phases): `arriving` is the number of the
  // work-item's next arrival there, and the largest number if the work-item never arrives there. `awaited`:
  // all arrivals with numbers below this one have been made before this access, as the work-item has waited
  // for them. Both are as wide as an address and equally long; shorter where nothing is known.
  std::vector<ValueId> arriving, awaited;
  // Accesses of an asynchronous copy: the copy (into KernelModel::barriers), made by no work-item, at an
  // unknown moment until it is waited for. The site stands for one access for each element below `elements`;
  // `offset` uses `element` (Op::Element).
  BarrierId copy = kNone;
  ValueId element = kNone;
  ValueId elements = kNone;
  // Accesses to images; both values have width 1. `inside`: the access touches the pixel at `offset`;
  // otherwise it touches nothing. `outside`: it is out of bounds; kNone: it never is.
  ValueId inside = kNone;
  ValueId outside = kNone;
  // Stands for accesses of this kind, at any place, that the call (index into KernelModel::calls) may make.
  std::uint32_t call = kNone;
  // The access belongs to another part of the same kernel (ModularKernel). It shows how the memory is
  // accessed, but is no access of this part.
  bool is_elsewhere = false;
  std::vector<ValueId> coordinates;  // coordinates of the pixel, 32 bits each, for messages
  // Indices from which the address is computed, if the program writes them as subscripts of inner arrays.
  std::vector<InnerIndex> inner;
  LocationId location = kNone;
};

// A point where all work-items of a group (or sub-group) must come together, with equal operands. Only a
// Barrier orders memory, and only through its fences and between the work-items that come together there.
enum class Convergence : std::uint8_t { Barrier, Collective, Copy, Wait };

// The work-items that must reach a barrier of the group.
enum class BarrierRule : std::uint8_t {
  OpenCl,  // all work-items of the group (OpenCL C specification, barrier)
  Cuda,  // those that have not ended (CUDA C++ Programming Guide, __syncthreads for compute capability 7 and
         // later)
};

struct Barrier {
  BlockId block = kNone;
  Convergence kind = Convergence::Barrier;
  bool local_fence = false;   // orders local memory
  bool global_fence = false;  // orders global memory
  bool image_fence = false;
  ConvergenceLevel level = ConvergenceLevel::Group;  // the work-items that come together and are ordered
  std::string function;                              // as called, e.g. "work_group_all"
  std::vector<ValueId> same;                         // operands that must be equal for all participants
  std::vector<ValueId> events;                       // Wait: the events that it waits for
  ValueId event = kNone;                             // Copy: its event (Op::Event)
  std::vector<ValueId> taken;  // Collective: the values, of all work-items, from which its result is computed
  std::uint32_t call = kNone;  // the call that contains it (index into KernelModel::calls), or kNone
  // False: it may also meet other barriers that are not aligned (PTX ISA 9.0, section 9.7.13.1,
  // `barrier.sync`).
  bool is_aligned = true;
  LocationId location = kNone;

  bool is_of_sub_group() const { return level == ConvergenceLevel::SubGroup; }
  bool is_of_grid() const { return level == ConvergenceLevel::Grid; }
};

// Whether all threads that a mask names reach a function of the warp, exactly once each.
enum class MaskMeeting : std::uint8_t {
  None,          // there is no mask
  Shown,         // they do
  WhereUniform,  // true if all threads of the block reach it
  OfLanes,       // depends on the launch: the mask is a constant (Fence::lanes)
  NotShown
};

// A memory fence that is not a barrier (mem_fence, atomic_work_item_fence), or a function of the warp with a
// mask of threads. It orders work-items only together with atomics, and makes questions about plain accesses
// around it inexact.
struct Fence {
  BlockId block = kNone;
  LocationId location = kNone;
  MaskMeeting meeting = MaskMeeting::None;
  std::string function;     // the warp function's name in the call
  std::uint32_t lanes = 0;  // OfLanes: the threads in the mask, by bit
  // The number of the C11 memory_order; 0 = relaxed, which orders nothing. The scope is that of the other
  // work-items.
  std::uint32_t order = 0;
  AtomicScope scope = AtomicScope::WorkItem;
  bool global_memory = false;  // it orders accesses to global memory
};

enum class AnnotationKind : std::uint8_t {
  Precondition,      // holds when the kernel begins
  Assumption,        // from there on, excludes work-items for which it does not hold
  Assertion,         // must be proved
  GlobalAssertion,   // must be proved, also for work-items that took another path
  Invariant,         // must be proved in every iteration at its place
  Candidate,         // may hold in every iteration at its place
  Exemption,         // later reads are Site::non_temporal, which a verdict must mention
  BarrierInvariant,  // must be proved when the work-item reaches the next barrier, for its whole group
  ReadPermission,    // no other work-item writes to the place of `site` in the barrier interval
  Scan,              // must be proved about what the launch has written when the kernel ends
  Unjudged           // stated, but not used
};

// The part of a procedure's contract: its condition holds at the call, or at the return.
enum class ContractPart : std::uint8_t { None, Requirement, Guarantee };

// Claims a scan for each group. The elements of `output` written by the group are contiguous. Each of them
// holds the elements of `input` at the start of the launch, combined in order by one operator: those from the
// first written index up to its own index, or up to the preceding index if the scan is exclusive.
struct ScanClaim {
  ArrayId output = kNone, input = kNone;
  bool is_exclusive = false;
};

// A statement of a kernel about itself (docs/annotations.md). The condition of a precondition or assumption
// is the condition of a branch: if it does not hold, control goes to a block with `excluded_by` set.
struct Annotation {
  AnnotationKind kind = AnnotationKind::Unjudged;
  std::string text;  // as called; only the function's name if the source is unknown
  BlockId block = kNone;
  ValueId condition = kNone;  // width 1; kNone if there is none that could be judged
  bool two_items = false;     // the condition uses Op::Other
  bool of_accesses = false;   // it uses Op::Accessed
  bool is_executed = true;    // a replay evaluates it as well; false if no execution can decide it
  // Assertion: states what the translation takes for granted. Where it does not hold, the kernel is
  // unsupported, for the reason in `text`, and no other result about the model counts.
  bool is_limit = false;
  std::uint32_t event = 0;  // number of events of its block before it
  // Not None: an Assertion must be proved. A Precondition (of the procedure itself) or Assumption (about a
  // function that it calls) is assumed at its place, for work-items that get there. No branch represents it.
  ContractPart contract = ContractPart::None;
  std::string open;  // why it is not judged or not used
  // The claim of an annotation in a kernel with barrier invariants (uses_barrier_invariants), width 1. It is
  // set even if `condition` says nothing, because engines without a model of shared memory cannot judge it.
  ValueId claim = kNone;
  // BarrierInvariant: the work-items, by local id in dimension 0, for which it is assumed after the barrier.
  // If it is about two work-items, these are consecutive pairs.
  std::vector<ValueId> instances;
  SiteId site = kNone;  // ReadPermission: the place, as a read with `observes` set
  ScanClaim scan;       // Scan
  LocationId location = kNone;
};

// From here on, conditions that read the array `to` find what `from` holds at this point. Nothing else
// touches `to`. Both arrays are used from their start.
struct Snapshot {
  ArrayId to = kNone, from = kNone;
  BlockId block = kNone;
  std::uint32_t event = 0;  // number of events of its block before it
  LocationId location = kNone;
};

// A question of an annotation about the accesses that its work-item has made to an array since the last
// barrier that orders them. With respect to other work-items of the group, that is the last barrier that
// fences this memory. With respect to other groups, there is no such barrier. For each annotation, kind and
// array, one of these accesses, or none, is chosen. The annotation holds if it holds for every choice.
struct AccessQuery {
  AccessKind kind = AccessKind::Read;
  ArrayId array = kNone;
  BlockId block = kNone;             // where it stands
  std::uint32_t event = 0;           // number of events of the block before it
  std::uint32_t annotation = kNone;  // the annotation whose condition contains it
  // Not kNone: asks whether an access of any kind to this byte of the array was certainly made, by the
  // work-item or by the other one of a pair. No access is chosen.
  ValueId at = kNone;
};

// A call of a function that is represented by its contract: annotations around the call state what it
// requires and guarantees.
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
  // One value for each predecessor edge, in the order of Block::predecessors.
  std::vector<ValueId> incoming;
};

struct Block {
  std::vector<BlockId> predecessors;  // one entry per edge; a block that branches here twice appears twice
  // 0 successors: return (or unreachable, see below). 1: jump. 2: [0] when `condition` is 1, [1] when it is
  // 0.
  std::vector<BlockId> successors;
  ValueId condition = kNone;
  bool ends_unreachable = false;  // ends in `unreachable` or a call that does not return
  bool ends_by_return = false;    // of CUDA: the work-item ends here by a `return` statement
  // The annotation (index into KernelModel::annotations) that states that no work-item comes here.
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
  std::vector<BlockId> blocks;  // all blocks, including those of inner loops
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
  std::string type;  // as written in the source, e.g. "__global float4 *"
  ParameterKind kind = ParameterKind::Value;
  std::uint32_t bytes = 0;         // Value: size in bytes
  ArrayId array = kNone;           // pointers and images: their array
  std::optional<ImageType> image;  // images: their kind
  // For a pointer inside a by-value parameter, which is a parameter of its own: the number of the by-value
  // parameter, and the pointer's first byte in it. kNone: it is not part of another parameter.
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

// An operation whose result depends only on its operands. `name` is unique within a process: equal names and
// operand widths mean the same function in every model.
struct Function {
  std::string name;  // e.g. "float.add.32", "sin.32"
  bool commutative = false;
};

enum class Language : std::uint8_t { OpenCl, Cuda };

struct KernelModel {
  std::string name;
  Language language = Language::OpenCl;
  std::uint32_t address_bits = 64;  // width of offsets and size_t on the device
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
  std::vector<LocationId> postconditions;  // places of the postconditions; separate kernels check them
  std::vector<std::string> granted;        // assumptions of the front end, one sentence each
  std::vector<AccessQuery> queries;
  std::vector<Snapshot> snapshots;  // used in kernels with barrier invariants; otherwise snapshots are part
                                    // of the conditions
  std::optional<std::array<std::uint64_t, 3>> required_local_size;  // reqd_work_group_size
  std::uint32_t required_sub_group_size = 0;                        // intel_reqd_sub_group_size; 0: none
  // For a procedure: the name of its function, and whether the work-item takes part in the call (width 1).
  std::string procedure;
  ValueId enabled = kNone;
  // The same kernel with calls that are not inlined; null if there are none or if this form was not
  // requested.
  std::shared_ptr<const ModularKernel> modular;
};

// A kernel that is split into procedures: each function with a contract is a procedure, for all arguments
// that the contract allows. There is one for each function and combination of arrays that its pointers point
// into; each part has the kernel's parameters, and so its arrays.
struct ModularKernel {
  KernelModel kernel;
  std::vector<KernelModel> procedures;  // callers before callees
};

// Returns whether the kernel has barrier invariants or annotations that belong to them.
bool uses_barrier_invariants(const KernelModel& kernel);

// Returns whether the kernel depends on the division of groups into sub-groups.
bool uses_sub_groups(const KernelModel& kernel);

// Returns whether work-items wait for numbered arrivals of others (Site::awaited). One may then read what
// another one has written in the same barrier interval, without a race.
bool uses_numbered_phases(const KernelModel& kernel);

// Returns the first barrier at which the whole launch comes together; null if there is none.
const Barrier* barrier_of_grid(const KernelModel& kernel);

// Returns a readable listing, for `--dump-model` and tests.
std::string to_text(const KernelModel& kernel);

// Checks the structure (ids in range, widths agree, one latch per loop, phis match predecessors). Returns an
// empty string if the model is sound, otherwise what is wrong. The tests of every producer call it.
std::string validate(const KernelModel& kernel);

// Returns "file.cl:12:5", with " (inlined at file.cl:30:3)" for inlined code; "?" when unknown.
std::string describe(const KernelModel& kernel, LocationId location);

}  // namespace launchproof::model
