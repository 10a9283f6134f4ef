// A launch as described by options of `check`, and its facts for a kernel.
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
  // Open sizes by dimension: "*" stands for any number, "*NAME" for one number wherever the name is used.
  // Empty: `size` applies.
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
// An empty text is a value that is not given.
struct GivenList {
  std::string name;  // of the kernel
  std::vector<std::string> texts;
};

// The contents given for a buffer.
struct GivenContents {
  std::string name;
  bool zero = false;  // every byte of the buffer is 0
  std::vector<std::uint8_t> bytes;
  std::string properties;  // "int32,distinct,below:1024", instead of contents; empty: contents are given
};

// The image's sizes by coordinate, or the argument that shares its image. Both are given if the image lies in
// a buffer.
struct GivenImage {
  std::string name;
  std::vector<std::uint32_t> size;
  std::optional<model::ImageFormat> format;
  std::string of;
  std::uint64_t origin = 0;  // in the buffer
};

struct GivenSampler {
  std::string name;
  std::uint32_t bits = 0;  // in the encoding of OpenCL C
};

// The accesses that kernels are allowed to make to the memory of an argument.
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
  std::optional<std::uint64_t> dynamic_shared;  // dynamic shared memory of a CUDA block, in bytes
  std::vector<GivenList> kernel_args, kernel_arrays;
  std::vector<GivenImage> images;
  std::vector<GivenSampler> samplers;
  std::vector<GivenAccess> accesses;
  model::SubGroups sub_groups;
};

// Returns the number in a text: hexadecimal, or decimal with an optional k, M or G for a factor of 1024,
// 1024^2 or 1024^3. Returns nothing if the text is not a number.
std::optional<std::uint64_t> parse_unsigned(std::string_view text);

// Returns such a number of bytes. Throws UsageError that names the option and `whole`, the text that holds
// the number.
std::uint64_t parse_bytes(const std::string& option, const std::string& whole, std::string_view text);

// Returns whether some size is left open.
bool has_open_sizes(const GivenLaunch& launch);

// Returns the dimensions of the sizes that are given, at least 1.
std::uint32_t dimensions_of(const GivenLaunch& launch);

// Returns the launch with all its sizes replaced by these.
GivenLaunch at_sizes(GivenLaunch launch, const model::LaunchSizes& sizes);

// Returns whether the text of a program names one of the macros that GPUVerify kernels read launch sizes
// from: `__LOCAL_SIZE_0`, `__NUM_GROUPS_0`, `__GLOBAL_SIZE_0` and so on.
bool names_size_macros(const std::string& text);

// Returns options that define these macros for a program with this text. Defines only sizes that are given,
// and nothing if the text names no such macro.
std::string size_macros(const GivenLaunch& launch, const std::string& text);

// Returns the memory layout of the kernel's by-value parameters. Called only if a value needs it.
using LayoutsOf = std::function<model::ValueLayouts()>;

// Returns the launch facts for this kernel. Throws UsageError for facts that do not fit it, and adds names
// that the kernel lacks to `unused`. Without layouts, structures can only be given as bytes.
FactsAnswer bind_launch(const GivenLaunch& launch, const model::KernelModel& kernel,
                        const LayoutsOf& layouts = {});

// Throws UsageError if one option is given twice for the same name.
void check_distinct_names(const GivenLaunch& launch);

// Returns the launch with parameter numbers, which count from 0, replaced by the kernel's parameter names.
// Keeps a number that no parameter has. Throws UsageError if one option is given both by number and by name.
GivenLaunch with_names(GivenLaunch launch, const model::KernelModel& kernel);

// Parses "NAME=zero|bytes:HEX|file:PATH|PROPERTY,...". Throws UsageError, also if the file cannot be read.
GivenContents parse_contents(const std::string& text);

// Adds the contents to the buffer's facts, and sets its size if it has none; or adds the stated properties.
// Throws UsageError if they do not fit. `element_type` is the element type declared by the kernel.
void bind_contents(const GivenContents& contents, const std::string& element_type,
                   model::BufferArgument& buffer);

// Returns the properties given for a buffer of this many bytes. Throws UsageError if they are misspelt, the
// elements are not integers, the size is unknown, or no contents have the properties.
model::ContentsProperties parse_properties(const GivenContents& given, const std::string& element_type,
                                           std::optional<std::uint64_t> buffer_bytes);

// Returns whether the word is a property of contents: "distinct", "min:0", "int32".
bool is_contents_property(std::string_view word);

// Throws UsageError if two arguments give different bytes for the same place in their shared memory, or if
// the bytes of one violate the properties stated for the other.
void check_contents_agree(const model::KernelModel& kernel, const model::LaunchFacts& facts);

// Parses "NAME=WIDTH[xHEIGHT[xDEPTH]][:ORDER,TYPE][@BUFFER[+ORIGIN]]" or "NAME=@IMAGE". Throws UsageError.
GivenImage parse_image(const std::string& text);

// Parses "NAME=clamp,nearest,unnormalized". Throws UsageError.
GivenSampler parse_sampler(const std::string& text);

// Gives every image argument a shape and every sampler its value. Throws UsageError if they do not fit.
void bind_images(const GivenLaunch& launch, const model::KernelModel& kernel, FactsAnswer& answer,
                 model::LaunchFacts& facts);

}  // namespace launchproof::jobs
