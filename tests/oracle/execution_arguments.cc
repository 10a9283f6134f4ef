// Creates the memory objects and argument values of an execution.
#include <algorithm>
#include <cstring>

#include "tests/oracle/errors.h"
#include "tests/oracle/execution.h"
#include "tests/oracle/stated_contents.h"

namespace launchproof::oracle {

namespace {

constexpr std::uint64_t kUnknownBytes = 4096;  // kept densely, of an array of unknown size

// Returns one component of --arg NAME=VALUE as the bits of a lane.
std::uint64_t parse_value(const std::string& text, unsigned bits, bool is_float, const std::string& name) {
  std::size_t used = 0;
  std::uint64_t value = 0;
  try {
    if (is_float) {
      value = from_double(std::stod(text, &used), bits);
    } else if (text.starts_with("-")) {
      value = static_cast<std::uint64_t>(std::stoll(text, &used, 0));
    } else {
      value = std::stoull(text, &used, 0);
    }
  } catch (const std::exception&) {
    used = 0;
  }
  if (used == 0 || used != text.size())
    throw UsageError{"--arg " + name + ": '" + text + "' is not a value of its type"};
  return value & mask_of(bits);
}

}  // namespace

std::string Filling::name() const {
  return to_text(contents) + (override_given ? " everywhere" : "") + ", open values " + std::to_string(value);
}

void Execution::make_globals() {
  for (const GlobalVariable& variable : d_program.globals) {
    ObjectId id = 0;
    if (variable.address_space != 3) {
      const MemoryKind kind = variable.address_space == 1 ? MemoryKind::Global : MemoryKind::Constant;
      id = d_memory.allocate(kind, variable.layout.bytes, &variable.name, true);
      if (variable.open) {
        Contents contents = d_filling.contents;
        contents.seed += 1000 * (100 + d_globals.size());
        fill(id, contents, {});
      } else if (!variable.initialised) {
        std::fill(d_memory.object(id).bytes.begin(), d_memory.object(id).bytes.end(), 0);
      }
    }
    d_globals.push_back(id);
  }
}

void Execution::fill_pool(Group& group) {
  group.pool = d_program.pool;
  for (const std::uint32_t lane : d_program.undefined) group.pool[lane] = d_memory.random();
  std::vector<Address> addresses;
  ObjectId dynamic = 0;
  for (std::size_t i = 0; i < d_globals.size(); ++i) {
    const GlobalVariable& variable = d_program.globals[i];
    ObjectId id = d_globals[i];
    if (variable.dynamic) {
      if (dynamic == 0) dynamic = make_dynamic_memory(group);
      id = dynamic;
    } else if (variable.address_space == 3) {
      id = d_memory.allocate(MemoryKind::Local, variable.layout.bytes, &variable.name, true);
      d_memory.object(id).group = group.number;
    }
    addresses.push_back(Memory::address_of(id));
  }
  for (const Relocation& relocation : d_program.relocations) {
    group.pool[relocation.lane] =
        addresses[relocation.global] + static_cast<std::uint64_t>(relocation.addend);
  }
  if (group.number != 0) return;
  for (std::size_t i = 0; i < d_globals.size(); ++i) {
    const GlobalVariable& variable = d_program.globals[i];
    if (d_globals[i] == 0 || !variable.initialised) continue;
    std::vector<std::uint8_t>& bytes = d_memory.object(d_globals[i]).bytes;
    for (std::size_t f = 0; f < variable.layout.fields.size(); ++f) {
      const Field field = variable.layout.fields[f];
      std::memcpy(bytes.data() + field.offset, &group.pool[variable.initializer.index + f], field.bytes);
    }
  }
}

// A CUDA variable is one object, however many names it has. Its size is unknown unless the launch gives the
// size under one of the names.
ObjectId Execution::make_dynamic_memory(const Group& group) {
  const std::string* name = nullptr;
  std::optional<std::uint64_t> size = d_options.dynamic_shared;
  for (const GlobalVariable& variable : d_program.globals) {
    if (!variable.dynamic) continue;
    const auto given = d_options.locals.find(variable.name);
    if (name == nullptr || given != d_options.locals.end()) name = &variable.name;
    if (given != d_options.locals.end()) size = given->second;
  }
  const ObjectId id = d_memory.allocate(MemoryKind::Local, size.value_or(kUnknownBytes), name, true);
  d_memory.object(id).bounded = size.has_value();
  d_memory.object(id).group = group.number;
  return id;
}

void Execution::fill(ObjectId id, const Contents& contents, ElementType element) {
  Object& object = d_memory.object(id);
  object.contents = contents;
  object.element = element;
  for (std::size_t i = 0; i < object.bytes.size(); ++i) {
    object.bytes[i] = content_byte(contents, element, static_cast<std::int64_t>(i));
  }
}

void Execution::make_buffers() {
  for (const auto& [name, option] : d_options.buffers) {
    const bool known = std::any_of(d_kernel.parameters.begin(), d_kernel.parameters.end(),
                                   [&, &key = name](const KernelParameter& p) { return p.name == key; });
    if (!known) throw UsageError{"--buffer: the kernel has no parameter '" + name + "'"};
  }
  for (const auto& [name, value] : d_options.values) {
    const bool known = std::any_of(d_kernel.parameters.begin(), d_kernel.parameters.end(),
                                   [&, &key = name](const KernelParameter& p) { return p.name == key; });
    if (!known) throw UsageError{"--arg: the kernel has no parameter '" + name + "'"};
  }
  for (const KernelParameter& parameter : d_kernel.parameters) {
    if (parameter.kind == KernelParameter::Kind::Global ||
        parameter.kind == KernelParameter::Kind::Constant) {
      make_buffer(parameter);
    }
  }
  for (const KernelParameter& parameter : d_kernel.parameters)
    if (parameter.kind == KernelParameter::Kind::Image) make_image(parameter);
  for (const auto& [name, allowed] : d_options.accesses) {
    const auto made = d_buffers.find(name);
    if (made == d_buffers.end())
      throw UsageError{"--access: the kernel has no buffer or image '" + name + "'"};
    if (made->second == 0) throw UsageError{"--access: '" + name + "' is null"};
    for (const auto& [other, id] : d_buffers)
      if (other != name && id == made->second)
        throw CannotJudge{"access flags of an object that two arguments are"};
    d_memory.object(made->second).allowed = allowed;
  }
}

// An image has separate memory or lies in a buffer, according to its format.
ObjectId Execution::make_image(const KernelParameter& parameter) {
  if (const auto done = d_buffers.find(parameter.name); done != d_buffers.end()) {
    if (done->second == UINT32_MAX) throw UsageError{"--image " + parameter.name + ": refers to itself"};
    return done->second;
  }
  const auto given = d_options.images.find(parameter.name);
  const ImageOption option = given == d_options.images.end() ? ImageOption{} : given->second;
  const auto other = std::find_if(d_kernel.parameters.begin(), d_kernel.parameters.end(),
                                  [&](const KernelParameter& p) { return p.name == option.other; });
  if (!option.other.empty() && other == d_kernel.parameters.end())
    throw UsageError{"--image: the kernel has no parameter '" + option.other + "'"};
  if (!option.other.empty() && option.sizes == 0) {
    d_buffers[parameter.name] = UINT32_MAX;
    return d_buffers[parameter.name] = make_image(*other);
  }
  const std::string* name = &d_names.try_emplace(parameter.name, parameter.name).first->second;
  auto image = std::make_shared<ImageInfo>();
  image->coordinates = parameter.coordinates;
  image->layered = parameter.layered;
  image->size = option.size;
  image->size_known = option.sizes != 0;
  if (image->size_known && option.sizes != parameter.coordinates)
    throw UsageError{"--image " + parameter.name + ": another number of sizes is expected"};
  if (option.format) image->format = *option.format;
  image->pixel = std::int64_t{image->format.count} * image->format.bytes;
  image->row = image->size_known ? image->pixel * image->size[0] : std::int64_t{1} << 17;
  image->slice = image->size_known ? image->row * image->size[1] : std::int64_t{1} << 28;
  const auto bytes = static_cast<std::uint64_t>(image->slice * image->size[2]);
  ObjectId id = 0;
  if (!option.other.empty()) {
    const ObjectId base = make_buffer(*other);
    if (base == 0) throw UsageError{"--image " + parameter.name + ": '" + option.other + "' is null"};
    const Object& under = d_memory.object(base);
    id = d_memory.allocate_view(under.root, under.origin + option.origin, bytes, true, name);
  } else {
    id = d_memory.allocate(MemoryKind::Global, image->size_known ? bytes : kUnknownBytes, name, true);
    d_memory.object(id).bounded = image->size_known;
    Contents contents = d_filling.contents;
    contents.seed += 1000 * d_buffers.size();
    fill(id, contents,
         ElementType{static_cast<std::uint8_t>(image->format.bytes),
                     image->format.type == PixelFormat::Type::Float});
  }
  d_memory.object(id).image = std::move(image);
  return d_buffers[parameter.name] = id;
}

ObjectId Execution::make_buffer(const KernelParameter& parameter) {
  const auto done = d_buffers.find(parameter.name);
  if (done != d_buffers.end()) {
    if (done->second == UINT32_MAX) throw UsageError{"--buffer " + parameter.name + ": refers to itself"};
    return done->second;
  }
  const auto option = d_options.buffers.find(parameter.name);
  const BufferOption buffer = option == d_options.buffers.end() ? BufferOption{} : option->second;
  const std::string* name = &d_names.try_emplace(parameter.name, parameter.name).first->second;
  if (buffer.null) return d_buffers[parameter.name] = 0;
  if (!buffer.other.empty()) {
    d_buffers[parameter.name] = UINT32_MAX;
    const auto other = std::find_if(d_kernel.parameters.begin(), d_kernel.parameters.end(),
                                    [&](const KernelParameter& p) { return p.name == buffer.other; });
    if (other == d_kernel.parameters.end())
      throw UsageError{"--buffer: the kernel has no parameter '" + buffer.other + "'"};
    const ObjectId base = make_buffer(*other);
    if (base == 0) throw UsageError{"--buffer " + parameter.name + ": '" + buffer.other + "' is null"};
    const ObjectId root = d_memory.object(base).root;
    const std::int64_t origin = d_memory.object(base).origin + static_cast<std::int64_t>(buffer.origin);
    const std::uint64_t end = d_memory.object(root).bytes.size();
    const std::uint64_t rest =
        static_cast<std::uint64_t>(origin) < end ? end - static_cast<std::uint64_t>(origin) : 0;
    const bool bounded = d_memory.object(root).bounded || buffer.bytes.has_value();
    const std::uint64_t size = buffer.bytes.value_or(rest);
    // The whole object extends as far as its last part; each part is bounded by its own size.
    Object& object = d_memory.object(root);
    const std::uint64_t old_size = object.bytes.size();
    object.bytes.resize(std::max(old_size, static_cast<std::uint64_t>(origin) + size));
    for (std::uint64_t i = old_size; i < object.bytes.size(); ++i) {
      object.bytes[i] = content_byte(object.contents, object.element, static_cast<std::int64_t>(i));
    }
    return d_buffers[parameter.name] = d_memory.allocate_view(root, origin, size, bounded, name);
  }
  const MemoryKind kind = MemoryKind::Global;
  const ObjectId id = d_memory.allocate(kind, buffer.bytes.value_or(kUnknownBytes), name, true);
  d_memory.object(id).bounded = buffer.bytes.has_value();
  const auto given = d_options.contents.find(parameter.name);
  const bool use_given = given != d_options.contents.end() &&
                         (!d_filling.override_given || d_options.facts.contains(parameter.name));
  Contents contents = use_given ? given->second : d_filling.contents;
  if (!use_given) contents.seed += 1000 * d_buffers.size();  // buffers differ from each other
  const ElementType element = element_type_of(parameter.type);
  if (contents.kind == Contents::Kind::Stated) {
    if (!buffer.bytes) throw UsageError{"--contents " + parameter.name + ": properties need --buffer"};
    // Other execution orders get other contents too.
    std::uint64_t seed = 2 + d_filling.value % 1000 * 64 + d_schedule.seed;
    if (d_filling.contents.kind == Contents::Kind::Iota) seed = 0;
    if (d_filling.contents.kind == Contents::Kind::Zero) seed = 1;
    contents = drawn(contents.properties, element, *buffer.bytes, seed);
  }
  fill(id, contents, element);
  return d_buffers[parameter.name] = id;
}

namespace {

// Returns the fields of a value that is given as the hexadecimal digits of its bytes.
std::vector<std::uint64_t> fields_of_bytes(const KernelParameter& parameter, const std::string& digits) {
  std::vector<std::uint8_t> bytes;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2)
    bytes.push_back(static_cast<std::uint8_t>(std::stoul(digits.substr(i, 2), nullptr, 16)));
  if (digits.size() != 2 * parameter.layout.bytes)
    throw UsageError{"--arg " + parameter.name + ": " + std::to_string(parameter.layout.bytes) +
                     " bytes expected"};
  std::vector<std::uint64_t> value(parameter.layout.fields.size());
  for (std::size_t f = 0; f < value.size(); ++f) {
    const Field field = parameter.layout.fields[f];
    std::memcpy(&value[f], bytes.data() + field.offset, field.bytes);
  }
  return value;
}

}  // namespace

std::vector<std::uint64_t> Execution::value_of(const KernelParameter& parameter) {
  const std::size_t lanes = parameter.layout.fields.size();
  std::vector<std::uint64_t> value(lanes);
  const auto given = d_options.values.find(parameter.name);
  std::vector<std::string> parts;
  if (given != d_options.values.end() && given->second.starts_with("bytes:"))
    return fields_of_bytes(parameter, given->second.substr(6));
  if (given != d_options.values.end()) {
    std::string rest = given->second;
    for (std::size_t comma = 0; (comma = rest.find(',')) != std::string::npos;) {
      parts.push_back(rest.substr(0, comma));
      rest = rest.substr(comma + 1);
    }
    parts.push_back(rest);
    if (parts.size() != 1 && parts.size() != lanes) {
      throw UsageError{"--arg " + parameter.name + ": " + std::to_string(lanes) + " components expected"};
    }
  }
  for (std::size_t i = 0; i < lanes; ++i) {
    const unsigned bits = parameter.layout.fields[i].bytes * 8U;
    if (!parts.empty()) {
      value[i] = parse_value(parts[parts.size() == 1 ? 0 : i], bits, parameter.is_float, parameter.name);
    } else if (parameter.is_float) {
      value[i] = from_double(static_cast<double>(d_filling.value % 1000), bits);
    } else {
      value[i] = d_filling.value & mask_of(bits);
    }
  }
  if (parameter.is_truth) value[0] = value[0] != 0 ? 1 : 0;
  return value;
}

void Execution::make_arguments(Group& group) {
  std::vector<std::vector<std::uint64_t>> arguments;
  for (const KernelParameter& parameter : d_kernel.parameters) {
    switch (parameter.kind) {
      case KernelParameter::Kind::Value:
        arguments.push_back(value_of(parameter));
        break;
      case KernelParameter::Kind::Global:
      case KernelParameter::Kind::Constant: {
        const ObjectId id = d_buffers.at(parameter.name);
        arguments.push_back({id == 0 ? 0 : Memory::address_of(id)});
        break;
      }
      case KernelParameter::Kind::Local: {
        const auto size = d_options.locals.find(parameter.name);
        const bool bounded = size != d_options.locals.end();
        const ObjectId id = d_memory.allocate(MemoryKind::Local, bounded ? size->second : kUnknownBytes,
                                              &parameter.name, true);
        d_memory.object(id).group = group.number;
        d_memory.object(id).bounded = bounded;
        arguments.push_back({Memory::address_of(id)});
        break;
      }
      case KernelParameter::Kind::Image:
        arguments.push_back({Memory::address_of(d_buffers.at(parameter.name))});
        break;
      case KernelParameter::Kind::Sampler: {
        // An argument that is not given is one of a few values.
        static constexpr std::array<std::uint64_t, 3> kSamplers{0x12, 0x14, 0x10};
        const auto sampler = d_options.samplers.find(parameter.name);
        arguments.push_back({sampler != d_options.samplers.end()
                                 ? sampler->second
                                 : kSamplers.at(d_filling.value % kSamplers.size())});
        break;
      }
      case KernelParameter::Kind::Other:
        throw CannotJudge{"a parameter of type '" + parameter.type + "': " + parameter.name};
    }
  }
  for (std::size_t i = 0; i < arguments.size(); ++i)
    for (const auto& [field, buffer] : d_kernel.parameters[i].pointers) {
      const ObjectId id = d_buffers.at(buffer);
      arguments[i][field] = id == 0 ? 0 : Memory::address_of(id);
    }
  for (WorkItem* item : group.items) {
    std::vector<std::vector<std::uint64_t>> own = arguments;
    for (std::size_t i = 0; i < own.size(); ++i) {
      const KernelParameter& parameter = d_kernel.parameters[i];
      if (!parameter.is_struct) continue;
      const ObjectId id =
          d_memory.allocate(MemoryKind::Private, parameter.layout.bytes, &parameter.name, false);
      d_memory.object(id).item = item->number();
      for (std::size_t f = 0; f < parameter.layout.fields.size(); ++f) {
        const Field field = parameter.layout.fields[f];
        std::memcpy(d_memory.object(id).bytes.data() + field.offset, &own[i][f], field.bytes);
      }
      own[i] = {Memory::address_of(id)};
    }
    item->start(*d_kernel.code, own);
  }
}

}  // namespace launchproof::oracle
