#include "shim/process/inherited.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include "shim/opencl/entry/opened.h"

namespace launchproof::shim {
namespace {

// Libraries: paths separated by ':', including this library's. Folders: likewise, including the folder of
// CUDA's libraries.
enum class Meaning { Setting, Libraries, Folders };

struct Carried {
  const char* name;
  Meaning meaning;
};
constexpr std::array kCarried{
    Carried{"LAUNCHPROOF_CAPTURE", Meaning::Setting},
    Carried{"LAUNCHPROOF_CONTENTS", Meaning::Setting},
    Carried{"LAUNCHPROOF_CONTENTS_LIMIT", Meaning::Setting},
    Carried{"LAUNCHPROOF_CONTENTS_PATIENCE", Meaning::Setting},
    Carried{"LAUNCHPROOF_DEVICE_TYPE_AS", Meaning::Setting},
    Carried{"LAUNCHPROOF_PLATFORM", Meaning::Setting},
    Carried{"LAUNCHPROOF_PREFER_SOURCE", Meaning::Setting},
    Carried{"LAUNCHPROOF_FAILURES", Meaning::Setting},
    Carried{"LAUNCHPROOF_CUDA_DRIVER", Meaning::Setting},
    Carried{"LAUNCHPROOF_CUDA_LIBRARIES", Meaning::Setting},
    Carried{"LAUNCHPROOF_EXECUTOR", Meaning::Setting},
    Carried{"LD_LIBRARY_PATH", Meaning::Folders},
    Carried{"OPENCL_LAYERS", Meaning::Libraries},
    Carried{"LD_PRELOAD", Meaning::Libraries},
};

// The variables "NAME=VALUE" as they were when this process was started, which are never freed. A list of
// libraries contains only this library.
struct Own {
  std::array<const char*, kCarried.size()> words{};
  std::array<std::size_t, kCarried.size()> lengths{};  // without the zero
};
constinit Own g_own{};

// Returns VALUE of a word "NAME=VALUE". Null when the word has another name.
const char* value_in(const char* word, const char* name) noexcept {
  const std::size_t length = std::strlen(name);
  return std::strncmp(word, name, length) == 0 && word[length] == '=' ? word + length + 1 : nullptr;
}

char* const* find(char* const* environment, const char* name) noexcept {
  for (; environment != nullptr && *environment != nullptr; ++environment)
    if (value_in(*environment, name) != nullptr) return environment;
  return nullptr;
}

// Returns whether `library` is in `list`, which is separated by ':' or, as for the linker, blanks.
bool is_among(std::string_view list, std::string_view library) noexcept {
  while (!list.empty()) {
    const std::size_t end = std::min(list.find_first_of(": "), list.size());
    if (list.substr(0, end) == library) return true;
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return false;
}

// Never freed.
void keep(std::size_t index, std::string_view value) {
  const std::string word = std::string(kCarried[index].name) + "=" + std::string(value);
  g_own.words[index] = ::strdup(word.c_str());
  g_own.lengths[index] = g_own.words[index] == nullptr ? 0 : word.size();
}

__attribute__((constructor)) void keep_own_environment() {
  if (const char* capture = std::getenv("LAUNCHPROOF_CAPTURE"); capture == nullptr || *capture == '\0')
    return;
  const std::string path = library_path(static_cast<const void*>(&g_own));
  const char* const folder = std::getenv("LAUNCHPROOF_CUDA_LIBRARIES");
  for (std::size_t i = 0; i < kCarried.size(); ++i) {
    const char* const value = std::getenv(kCarried[i].name);
    if (value == nullptr) continue;
    const std::string_view own =
        kCarried[i].meaning == Meaning::Libraries ? path : std::string_view(folder == nullptr ? "" : folder);
    if (kCarried[i].meaning == Meaning::Setting)
      keep(i, value);
    else if (!own.empty() && is_among(value, own))
      keep(i, own);
  }
}

// The change that a variable needs.
enum class Change { None, Added, Prepended };

Change change_of(std::size_t index, char* const* there) noexcept {
  if (g_own.words[index] == nullptr) return Change::None;
  if (there == nullptr) return Change::Added;
  if (kCarried[index].meaning == Meaning::Setting) return Change::None;
  const char* const value = value_in(*there, kCarried[index].name);
  const std::string_view own = value_in(g_own.words[index], kCarried[index].name);
  return is_among(value, own) ? Change::None : Change::Prepended;
}

}  // namespace

EnvironmentExtent extent_with_recording(char* const* environment) noexcept {
  EnvironmentExtent extent;
  bool is_changed = false;
  for (std::size_t i = 0; i < kCarried.size(); ++i) {
    char* const* const there = find(environment, kCarried[i].name);
    const Change change = change_of(i, there);
    is_changed |= change != Change::None;
    if (change == Change::Added) ++extent.pointers;
    if (change == Change::Prepended)
      extent.characters += g_own.lengths[i] + 2 + std::strlen(value_in(*there, kCarried[i].name));
  }
  if (!is_changed) return {};
  for (; environment != nullptr && *environment != nullptr; ++environment) ++extent.pointers;
  ++extent.pointers;  // the null at the end
  return extent;
}

void add_recording(char* const* environment, char** pointers, char* characters) noexcept {
  std::size_t count = 0;
  for (char* const* one = environment; one != nullptr && *one != nullptr; ++one) pointers[count++] = *one;
  for (std::size_t i = 0; i < kCarried.size(); ++i) {
    char* const* const there = find(environment, kCarried[i].name);
    const Change change = change_of(i, there);
    char* const own = const_cast<char*>(g_own.words[i]);
    if (change == Change::Added) pointers[count++] = own;
    if (change != Change::Prepended) continue;
    pointers[there - environment] = characters;
    std::memcpy(characters, own, g_own.lengths[i]);
    characters += g_own.lengths[i];
    *characters++ = ':';
    const char* const value = value_in(*there, kCarried[i].name);
    std::strcpy(characters, value);
    characters += std::strlen(value) + 1;
  }
  pointers[count] = nullptr;
}

}  // namespace launchproof::shim
