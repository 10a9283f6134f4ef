// What the shim knows of the application's API objects.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "shim/api.h"
#include "shim/handle_table.h"

namespace launchproof::shim {

// Unique for every object that this process creates, never used again.
std::uint64_t new_object_id();

struct Memory {
  enum class Kind : std::uint8_t { Buffer, Image, Pipe, Svm } kind = Kind::Buffer;
  std::uint64_t id{};
  std::uint64_t bytes{};
  std::uint64_t flags{};
  std::uint64_t parent{};  // id of the buffer that it is a part of; 0 for a root object
  std::uint64_t root{};    // id of the outermost buffer; its own for a root object
  std::uint64_t origin{};  // bytes from the start of the root object
  // Images; zero where it does not apply.
  cl_image_format format{};
  cl_image_desc description{};
};

struct Sampler {
  std::uint64_t id{};
  bool normalized = false;
  std::uint32_t addressing{};
  std::uint32_t filter{};
};

// One argument as the application set it.
struct Argument {
  enum class Kind : std::uint8_t {
    Unset,
    Value,       // `bytes`
    Memory,      // `memory`
    Sampler,     // `sampler`
    NullMemory,  // a pointer to a null handle
    NoValue,     // a null pointer with a size: local memory, or a null buffer when the parameter is one
    Svm,         // `bytes` hold the pointer
  } kind = Kind::Unset;
  std::uint64_t size{};  // as passed to clSetKernelArg
  std::vector<std::uint8_t> bytes;
  std::shared_ptr<const Memory> memory;
  std::shared_ptr<const Sampler> sampler;
};

// What clGetKernelArgInfo tells of a parameter.
struct ParameterInfo {
  bool known = false;
  std::uint32_t address_qualifier{};
  std::string type;
  std::string name;
};

}  // namespace launchproof::shim
