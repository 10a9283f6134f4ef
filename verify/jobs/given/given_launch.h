// A launch as the options of `check` describe it, and its facts for a kernel.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "verify/jobs/facts_answer.h"
#include "verify/jobs/given/encode_value.h"
#include "verify/jobs/usage_error.h"
#include "verify/model/kernel_model.h"
#include "verify/model/launch_facts.h"
#include "verify/model/value_layout.h"

namespace launchproof::jobs {

struct GivenSize {
  std::array<std::uint64_t, 3> size{1, 1, 1};
  // Open sizes by dimension: "*" is any number, "*NAME" one number wherever it is used. Empty: `size` counts.
  std::array<std::string, 3> any;
  std::uint32_t dimensions = 0;

  bool is_open() const { return any != std::array<std::string, 3>(); }
};

struct GivenBuffer {
  std::string name;
  bool null = false;
  std::string of;  // the argument whose memory object it shares; empty: it has its own
  std::uint64_t origin = 0;
  std::optional<std::uint64_t> bytes;
};

// KERNEL,TEXT,TEXT...: the values of all by-value arguments, or the sizes of all buffers, in parameter order.
// An empty text stands for a value that is not given.
struct GivenList {
  std::string name;  // of the kernel
  std::vector<std::string> texts;
};

// The given contents of a buffer.
struct GivenContents {
  std::string name;
  bool zero = false;  // every byte of the buffer is 0
  std::vector<std::uint8_t> bytes;
  std::string properties;  // "int32,distinct,below:1024", in place of contents; empty: contents are given
};

// Its sizes by coordinate, or the argument whose image it is; both where it lies in a buffer.
struct GivenImage {
  std::string name;
  std::vector<std::uint32_t> size;
  std::optional<model::ImageFormat> format;
  std::string of;
  std::uint64_t origin = 0;  // in the buffer
};

struct GivenSampler {
  std::string name;
  std::uint32_t bits = 0;  // as OpenCL C writes them
};

// The accesses that kernels may make to the memory of an argument.
struct GivenAccess {
  std::string name;
  model::KernelAccess access = model::KernelAccess::ReadWrite;
};

struct GivenLocal {
  std::string name;
  std::uint64_t bytes = 0;
};

struct GivenLaunch {
  std::optional<GivenSize> local_size, num_groups, global_size, global_offset;
  std::vector<GivenValue> values;
  std::vector<GivenBuffer> buffers;
  std::vector<GivenContents> contents;
  std::vector<GivenLocal> locals;
  std::optional<std::uint64_t> dynamic_shared;  // bytes of a CUDA block
  std::vector<GivenList> kernel_args, kernel_arrays;
  std::vector<GivenImage> images;
  std::vector<GivenSampler> samplers;
  std::vector<GivenAccess> accesses;
  model::SubGroups sub_groups;
};

// Returns a number, also a hexadecimal one; or a decimal one with k, M or G for a factor of 1024, 1024^2 or
// 1024^3. Returns nothing where the text is none.
std::optional<std::uint64_t> parse_unsigned(std::string_view text);

// Returns such a number of bytes. Throws UsageError that names the option and `whole`, which holds the text.
std::uint64_t parse_bytes(const std::string& option, const std::string& whole, std::string_view text);

// Returns whether some size is left open.
bool has_open_sizes(const GivenLaunch& launch);

// Returns the dimensions of the sizes that are given, at least 1.
std::uint32_t dimensions_of(const GivenLaunch& launch);

// Returns the launch with these sizes in place of everything that it gives.
GivenLaunch at_sizes(GivenLaunch launch, const model::LaunchSizes& sizes);

// Returns whether the text of a program names a macro through which GPUVerify kernels read the launch sizes:
// `__LOCAL_SIZE_0`, `__NUM_GROUPS_0`, `__GLOBAL_SIZE_0` and so on.
bool names_size_macros(const std::string& text);

// Returns options that define these macros for a program with this text. Only sizes that are given are
// defined, and none where the text names no such macro.
std::string size_macros(const GivenLaunch& launch, const std::string& text);

// Returns how the kernel's by-value parameters lie in memory. Called only when a value needs it.
using LayoutsOf = std::function<model::ValueLayouts()>;

// Returns the launch facts for this kernel. Throws UsageError for facts that do not fit it; names that the
// kernel lacks go to `unused`. Without layouts, structures can be given only as bytes.
FactsAnswer bind_launch(const GivenLaunch& launch, const model::KernelModel& kernel,
                        const LayoutsOf& layouts = {});

// Throws UsageError where one option is given twice for one name.
void check_distinct_names(const GivenLaunch& launch);

// Returns the launch with the kernel's names in place of its parameters' numbers, which count from 0. A
// number that no parameter has stays. Throws UsageError where one option is given by number and by name.
GivenLaunch with_names(GivenLaunch launch, const model::KernelModel& kernel);

// Parses "NAME=zero|bytes:HEX|file:PATH|PROPERTY,...". Throws UsageError, also when the file cannot be read.
GivenContents parse_contents(const std::string& text);

// Adds the contents to the buffer's facts and sets its size if it has none; or adds the stated properties.
// Throws UsageError if they do not fit. `element_type` is the element type that the kernel declares.
void bind_contents(const GivenContents& contents, const std::string& element_type,
                   model::BufferArgument& buffer);

// Returns the properties that are given, of a buffer of so many bytes. Throws UsageError where they are
// misspelt, the elements are not integers, the size is not known, or no contents have the properties.
model::ContentsProperties parse_properties(const GivenContents& given, const std::string& element_type,
                                           std::optional<std::uint64_t> buffer_bytes);

// Returns whether the word begins properties of contents: "distinct", "min:0", "int32".
bool is_contents_property(std::string_view word);

// Throws UsageError if two arguments give different bytes to the same place of their shared memory, or if one
// has bytes that violate the properties stated for the other.
void check_contents_agree(const model::KernelModel& kernel, const model::LaunchFacts& facts);

// Parses "NAME=WIDTH[xHEIGHT[xDEPTH]][:ORDER,TYPE][@BUFFER[+ORIGIN]]" or "NAME=@IMAGE". Throws UsageError.
GivenImage parse_image(const std::string& text);

// Parses "NAME=clamp,nearest,unnormalized". Throws UsageError.
GivenSampler parse_sampler(const std::string& text);

// Gives every image argument a shape and every sampler its value. Throws UsageError if they do not fit.
void bind_images(const GivenLaunch& launch, const model::KernelModel& kernel, FactsAnswer& answer,
                 model::LaunchFacts& facts);

}  // namespace launchproof::jobs
