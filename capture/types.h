// The data of a capture: what is recorded of an application's devices, programs and kernel launches. Depends
// only on the C++ library, to keep the recording side small.
//
// Texts (names, options, logs, paths) are the bytes given by the application or the driver; they need not be
// UTF-8. Sizes are in bytes unless stated otherwise. Id 0 means "none" everywhere.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace launchproof::capture {

inline constexpr const char* kSchema = "launchproof.capture/3";
// Older schemas that can be read. Schema 1 has no lines that state differences from another line; schema 2
// has no programs of CUDA.
inline constexpr std::array<const char*, 2> kEarlierSchemas{"launchproof.capture/1", "launchproof.capture/2"};

// Ids are unique in one process and its forked children; the reader makes them unique in the whole capture.
using DeviceId = std::uint64_t;
using ProgramId = std::uint64_t;
using QueueId = std::uint64_t;
using ObjectId = std::uint64_t;

using Text = std::string;
using Digest = std::string;  // SHA-256 in 64 lower-case hexadecimal digits; empty: none

// What may be missing at the place of a remark. `Launches`: the capture may lack launches.
enum class Missing : std::uint8_t { Nothing, Launches };

// How a process ended, if its recording shows it. The numbers are those in the file of counters.
enum class Ending : std::uint8_t {
  NotSaid = 0,   // the writer does not record it
  GoesOn = 1,    // it is still recording; or it was killed, crashed, or ended without a trace
  Returned = 2,  // exit(), or the end of main()
  Left = 3,      // _exit() and similar functions, which run no handlers; or another process saw it exit
  Replaced = 4,  // exec replaced it by another program
  Killed = 5,    // by a signal, as reported by the process that waited for it
};

struct Session {
  std::string schema = kSchema;
  std::string tool;           // program and version that recorded
  std::vector<Text> command;  // the application and its arguments
  Text working_directory;
  std::string host;    // name of the machine
  std::string system;  // operating system, release and machine type
  // The type as which devices were shown to the application: "gpu" or "cpu". Empty: their own type.
  std::string device_type_as;
  std::optional<std::uint64_t> platform_shown;  // the only platform shown to the application; from 0
  // programs from binaries were refused if the application could then build from source
  bool prefer_source = false;
  std::string started;    // UTC, "2026-01-31T12:00:00Z"
  bool redacted = false;  // sources and contents were removed; their digests remain
};

struct Limit {
  std::string name;  // the OpenCL query in lower case without CL_DEVICE_, e.g. "max_work_group_size"
  std::uint64_t value = 0;
};

// A device together with the environment that its kernel compiler sets up.
struct Device {
  DeviceId id = 0;
  std::string process;  // set by the reader: tag of the process that recorded it
  Text platform_name, platform_vendor, platform_version;
  Text name, vendor, version, driver_version;
  std::uint64_t type = 0;                   // cl_device_type as the driver reports it
  Text opencl_c_version;                    // CL_DEVICE_OPENCL_C_VERSION, e.g. "OpenCL C 1.2 pocl"
  std::vector<Text> opencl_c_all_versions;  // "1.0" .. "3.0"; empty if the driver cannot be asked
  std::vector<Text> extensions;
  std::vector<Text> features;      // OpenCL C 3.0 features, with the leading "__opencl_c_"
  std::uint32_t address_bits = 0;  // 0: not known
  bool image_support = false;
  bool little_endian = true;
  std::vector<std::pair<Text, Text>> macros;  // name and body of macros that the device's compiler predefines
  std::vector<Text> undefined_macros;         // names that the compiler was asked about and does not define
  bool macros_remembered = false;             // both lists come from an earlier run with the same compiler
  std::vector<Limit> limits;

  std::optional<std::uint64_t> limit(const std::string& limit_name) const {
    for (const Limit& candidate : limits) {
      if (candidate.name == limit_name) return candidate.value;
    }
    return std::nullopt;
  }
};

// A command queue that was used for launches.
struct Queue {
  QueueId id = 0;
  std::string process;  // set by the reader
  DeviceId device = 0;
  bool out_of_order = false;
};

// A text of a program, kept as a blob.
struct SourceFile {
  Text name;  // source: any label; header: the name that `#include` uses; included file: its path
  Digest digest;
};

enum class ProgramOrigin : std::uint8_t { Source, Compile, Link, Binary, Il, Ptx, BuiltInKernels };

enum class BuildStatus : std::uint8_t { InProgress, Success, Error };

struct BuildResult {
  DeviceId device = 0;  // 0: all devices
  BuildStatus status = BuildStatus::InProgress;
  Text log;
};

// A program that was loaded as binaries and is recorded as a build from source. An earlier build of that
// source had produced exactly these binaries, with the same driver on the same kind of device.
struct Recalled {
  std::vector<SourceFile> binaries;  // one for each device
  Text options;                      // as given by the application when it loaded the binaries
};

// The text from which a PTX program was compiled while the application ran (NVRTC). Headers, options and
// working directory of its record are those of that compilation.
struct RuntimeSource {
  SourceFile file;                // named as the application named the program
  std::vector<Text> expressions;  // kernels that the application requested by an expression, such as
                                  // "scale<float>"
};

// The branches that a device's compiler takes in a program, as found by asking it. `branches` has a number
// for each preprocessor conditional (`#if` to `#endif`) that is reached, in order: the branch, from 0, or -1
// for none. `macros` are the predefined names that conditionals of the program depend on and whose body is a
// digit or empty.
struct TakenBranches {
  DeviceId device = 0;
  std::vector<std::int32_t> branches;
  std::vector<std::pair<Text, Text>> macros;  // name and body

  bool operator==(const TakenBranches&) const = default;
};

// A constant that clSetProgramSpecializationConstant set for a program of IL before it was built.
struct SpecializationConstant {
  std::uint32_t id = 0;
  std::vector<std::uint8_t> bytes;

  bool operator==(const SpecializationConstant&) const = default;
};

// One build of a program: built again with other options, it is another Program with another id.
//   Source   clCreateProgramWithSource + clBuildProgram        Compile  clCompileProgram
//   Link     clLinkProgram; `inputs` are what it joined        Binary, Il, BuiltInKernels  as created, then
//   built
//   Ptx      a module of CUDA; `sources` is its PTX
struct Program {
  ProgramId id = 0;     // set by the writer
  std::string process;  // set by the reader
  Digest digest;        // digest of all following members, except where and for what the program was built;
                        // set by the writer
  ProgramOrigin origin = ProgramOrigin::Source;
  std::vector<SourceFile>
      sources;  // texts in order; for Binary and Il the binary (one for each device) or IL
  std::vector<SourceFile> headers;         // embedded headers of clCompileProgram
  std::vector<SourceFile> included_files;  // files that the compiler could have read through -I
  Text options;
  std::vector<ProgramId> inputs;
  std::vector<SpecializationConstant> specialization;  // by id
  Text working_directory;                              // at the time of the build; relative -I options start
                                                       // here
  std::vector<DeviceId> devices;
  std::vector<TakenBranches> taken;  // one entry for each device that was asked
  std::vector<BuildResult> results;  // empty: the end of the build was not observed
  // Only if the origin is Source: all members up to `working_directory` are those of the earlier build.
  std::optional<Recalled> recalled = std::nullopt;
  // Only if the origin is Ptx and the compilation was observed.
  std::optional<RuntimeSource> compiled_from = std::nullopt;
};

// A by-value argument: the bytes given to clSetKernelArg.
struct ValueArgument {
  std::vector<std::uint8_t> bytes;

  bool operator==(const ValueArgument&) const = default;
};

// The contents of a buffer just before its launch: a blob with its bytes, or the reason why there is none.
struct Contents {
  Digest digest;  // empty: not recorded
  Text reason;    // why there are none; empty if they were recorded

  bool recorded() const { return !digest.empty(); }
  bool operator==(const Contents&) const = default;
};

// A buffer, a sub-buffer or a pointer into shared virtual memory. Objects with equal `root` lie in one memory
// object. Ids are never reused.
struct BufferArgument {
  ObjectId object = 0;
  ObjectId root = 0;         // `object` itself unless it is a sub-buffer
  std::uint64_t origin = 0;  // its offset in the root object
  std::optional<std::uint64_t> bytes;
  std::uint64_t flags = 0;                          // cl_mem_flags
  std::optional<Contents> contents = std::nullopt;  // contents of these `bytes`; nothing: contents were not
                                                    // requested
  // For a pointer into shared virtual memory, the number of bytes of its allocation that lie before it, which
  // the kernel may reach too; `bytes` counts from the pointer on. Nothing for a memory object, which has no
  // bytes before it.
  std::optional<std::uint64_t> before = std::nullopt;

  bool operator==(const BufferArgument&) const = default;
};

// A by-value argument that holds addresses of memory objects.
struct StructureArgument {
  struct Pointer {
    std::uint64_t at = 0;  // offset of the address in `bytes`
    BufferArgument memory;

    bool operator==(const Pointer&) const = default;
  };
  std::vector<std::uint8_t> bytes;  // 0 in place of addresses
  std::vector<Pointer> pointers;    // in ascending order

  bool operator==(const StructureArgument&) const = default;
};

// A null buffer.
struct NullArgument {
  bool operator==(const NullArgument&) const = default;
};

struct LocalArgument {
  std::uint64_t bytes = 0;

  bool operator==(const LocalArgument&) const = default;
};

struct ImageArgument {
  ObjectId object = 0;
  ObjectId root = 0;                // the buffer or image from which it was created, or itself
  std::uint32_t image_type = 0;     // cl_mem_object_type
  std::uint32_t channel_order = 0;  // cl_channel_order
  std::uint32_t channel_type = 0;   // cl_channel_type
  std::uint64_t width = 0, height = 0, depth = 0, array_size = 0, row_pitch = 0, slice_pitch = 0;
  std::uint64_t flags = 0;
  std::uint64_t origin = 0;  // its offset in the buffer from which it was created
  bool over_buffer = false;  // `root` is a buffer

  bool operator==(const ImageArgument&) const = default;
};

struct SamplerArgument {
  bool normalized_coordinates = false;
  std::uint32_t addressing_mode = 0;  // cl_addressing_mode
  std::uint32_t filter_mode = 0;      // cl_filter_mode

  bool operator==(const SamplerArgument&) const = default;
};

struct PipeArgument {
  ObjectId object = 0;
  std::uint32_t packet_bytes = 0;
  std::uint32_t packets = 0;  // the number of packets that fit into the pipe
  std::uint64_t flags = 0;    // cl_mem_flags

  bool operator==(const PipeArgument&) const = default;
};

struct UnknownArgument {
  Text reason;  // why it could not be recorded

  bool operator==(const UnknownArgument&) const = default;
};

using ArgumentValue =
    std::variant<UnknownArgument, ValueArgument, BufferArgument, NullArgument, LocalArgument, ImageArgument,
                 SamplerArgument, PipeArgument, StructureArgument>;

struct Argument {
  Text name;  // empty if unknown
  Text type;  // as returned by clGetKernelArgInfo, e.g. "float*"; empty if unknown
  ArgumentValue value;
  bool is_const = false;  // declared const, or as a read-only image; false if unknown

  bool operator==(const Argument&) const = default;
};

// Memory that a kernel may reach through pointers stored in memory, as the application declared
// (clSetKernelExecInfo).
struct Reach {
  std::vector<ArgumentValue>
      memory;  // whole allocations; UnknownArgument for a pointer into no known allocation
  // Kinds of memory that may be reached completely: "host", "device", "shared" (unified shared memory),
  // "system" (any memory of the host).
  std::vector<std::string> all;

  bool is_empty() const { return memory.empty() && all.empty(); }
  bool operator==(const Reach&) const = default;
};

// The place in the application that made the enqueue.
struct CallSite {
  Text function;             // empty when no symbol was found
  Text file;                 // empty if unknown
  std::uint32_t line = 0;    // 0 if unknown
  Text module;               // executable or shared object
  std::uint64_t offset = 0;  // offset of the return address in the module

  bool operator==(const CallSite&) const = default;
};

using Size3 = std::array<std::uint64_t, 3>;

// How the runtime divides each full group of a launch, as found by asking it.
struct SubGroups {
  std::uint64_t size = 0;   // size of all sub-groups except the last one of a group, which may be smaller
  std::uint64_t count = 0;  // number of sub-groups in a group

  bool operator==(const SubGroups&) const = default;
};

// One enqueue and all its exact repeats; with recorded contents, repeats with the same contents. Entries of a
// Size3 beyond work_dim are 0 in offsets and 1 in sizes.
struct Launch {
  std::string process;  // set by the reader
  Text kernel;
  ProgramId program = 0;
  Digest program_digest;  // filled by the writer from the program
  Text options;           // likewise
  DeviceId device = 0;
  std::uint32_t work_dim = 1;
  Size3 global_offset{0, 0, 0};
  Size3 global_size{1, 1, 1};
  std::optional<Size3> local_size;         // nothing: left to the runtime
  std::optional<Size3> chosen_local_size;  // the size that the runtime then chose, if it could be asked
  std::optional<SubGroups> sub_groups;     // nothing: not requested, or unknown
  std::uint64_t dynamic_local_bytes = 0;   // size of the local memory that the launch sets (CUDA)
  // CUDA: whether the launch is cooperative, so that all of its groups run at the same time. Nothing:
  // unknown.
  std::optional<bool> is_cooperative;
  std::vector<Argument> arguments;  // by parameter number
  Reach reach;
  CallSite call_site;
  std::uint64_t sequence =
      0;  // number of the first enqueue among all enqueues of its process, from 0; set by the writer
  std::uint64_t thread = 0;   // host thread of the first enqueue; 0: the writer uses the calling thread
  QueueId queue = 0;          // queue of the first enqueue; 0: unknown
  std::uint64_t counter = 0;  // its number among the counters of its process; set by the reader
  std::uint64_t count = 1;    // number of enqueues; set by the reader
};

}  // namespace launchproof::capture
