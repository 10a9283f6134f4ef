// Output of kernels, and the ways in which they end a launch, for execution in place.
#include <array>
#include <cctype>
#include <cstdio>
#include <cstring>
#include <string_view>

#include "verify/replay/execution/runner.h"

namespace launchproof::replay {
namespace {

const char* text_at(std::uint64_t address) {
  return reinterpret_cast<const char*>(address);  // NOLINT(performance-no-int-to-ptr)
}

// The arguments of a printf() in the memory layout that CUDA compilers use: consecutive, each with its own
// alignment (CUDA Programming Guide, "Formatted Output").
class PrintedArguments {
 public:
  explicit PrintedArguments(std::uint64_t address) : d_begin(text_at(address)) {}

  template <typename Value>
  Value take() {
    d_offset = (d_offset + sizeof(Value) - 1) / sizeof(Value) * sizeof(Value);
    Value value;
    std::memcpy(&value, d_begin + d_offset, sizeof value);
    d_offset += sizeof value;
    ++d_taken;
    return value;
  }
  std::uint32_t taken() const { return d_taken; }

 private:
  const char* d_begin;
  std::size_t d_offset = 0;
  std::uint32_t d_taken = 0;
};

template <typename Value>
void append(std::string& text, const std::string& form, Value value) {
  const int size = std::snprintf(nullptr, 0, form.c_str(), value);
  if (size <= 0) return;
  const std::size_t before = text.size();
  text.resize(before + static_cast<std::size_t>(size) + 1);
  std::snprintf(text.data() + before, static_cast<std::size_t>(size) + 1, form.c_str(), value);
  text.pop_back();
}

bool is_one_of(char letter, std::string_view letters) {
  return letters.find(letter) != std::string_view::npos;
}

// Prints one conversion, and returns where the format continues. Text that is not a conversion is printed
// unchanged.
const char* print_conversion(const char* at, PrintedArguments& arguments, std::string& text) {
  const char* const begin = at++;
  std::string form = "%";
  while (is_one_of(*at, "-+ #0") && *at != 0) form += *at++;
  const auto number = [&] {
    if (*at == '*') {
      ++at;
      form += std::to_string(arguments.take<std::int32_t>());
    }
    while (std::isdigit(static_cast<unsigned char>(*at)) != 0) form += *at++;
  };
  number();
  if (*at == '.') {
    form += *at++;
    number();
  }
  bool is_wide = false;
  while (is_one_of(*at, "hlLzjt") && *at != 0) is_wide = is_wide || is_one_of(*at, "lLzjt"), ++at;
  const char kind = *at;
  if (kind == 0) return text.append(begin), at;
  ++at;
  if (kind == '%') {
    text += '%';
  } else if (is_one_of(kind, "di")) {
    if (is_wide)
      append(text, form + "lld", arguments.take<long long>());
    else
      append(text, form + "d", arguments.take<std::int32_t>());
  } else if (is_one_of(kind, "uoxX")) {
    if (is_wide)
      append(text, form + "ll" + kind, arguments.take<unsigned long long>());
    else
      append(text, form + kind, arguments.take<std::uint32_t>());
  } else if (kind == 'c') {
    append(text, form + kind, arguments.take<std::int32_t>());
  } else if (is_one_of(kind, "fFeEgGaA")) {
    append(text, form + kind, arguments.take<double>());
  } else if (kind == 's') {
    const char* const shown = text_at(arguments.take<std::uint64_t>());
    append(text, form + kind, shown == nullptr ? "(null)" : shown);
  } else if (kind == 'p') {
    append(text, form + kind, static_cast<const void*>(text_at(arguments.take<std::uint64_t>())));
  } else {
    text.append(begin, at);
  }
  return at;
}

std::string triple(const std::uint64_t (&numbers)[3]) {
  return "[" + std::to_string(numbers[0]) + "," + std::to_string(numbers[1]) + "," +
         std::to_string(numbers[2]) + "]";
}

}  // namespace

std::uint32_t GroupRunner::print(std::uint64_t format, std::uint64_t arguments) {
  PrintedArguments given(arguments);
  std::string text;
  for (const char* at = text_at(format); *at != 0;) {
    if (*at == '%')
      at = print_conversion(at, given, text);
    else
      text += *at++;
  }
  const std::lock_guard lock(d_state.mutex);
  d_state.printed += text;
  return given.taken();
}

void GroupRunner::fail_assertion(const MachineItem* item, std::uint64_t text, std::uint64_t file,
                                 std::uint32_t line, std::uint64_t function) {
  std::string said = std::string(text_at(file)) + ":" + std::to_string(line) + ": " + text_at(function) +
                     ": block: " + triple(item->group->group_id) + ", thread: " + triple(item->local_id) +
                     " Assertion `" + text_at(text) + "` failed.\n";
  {
    const std::lock_guard lock(d_state.mutex);
    d_state.failed_asserts += said;
    d_state.end = LaunchEnd::Assertion;
  }
  give_up("an assertion of the kernel failed");
}

void GroupRunner::trap() {
  {
    const std::lock_guard lock(d_state.mutex);
    if (d_state.end == LaunchEnd::Completed) d_state.end = LaunchEnd::Trap;
  }
  give_up("the kernel ended the launch by a trap");
}

}  // namespace launchproof::replay
