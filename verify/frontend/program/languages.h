// The languages of kernel files: the name of each for `-x`, and its file suffixes.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "verify/frontend/program/program.h"

namespace launchproof::frontend {

struct LanguageFiles {
  SourceLanguage language = SourceLanguage::OpenCl;
  std::string_view word;
  std::array<std::string_view, 2> suffixes;  // an empty string is no suffix
};

inline constexpr std::array kLanguages{LanguageFiles{SourceLanguage::OpenCl, "opencl", {".cl"}},
                                       LanguageFiles{SourceLanguage::Cuda, "cuda", {".cu", ".cuh"}},
                                       LanguageFiles{SourceLanguage::Ptx, "ptx", {".ptx"}}};

// Returns the language with this name for `-x`, if any.
inline std::optional<SourceLanguage> language_named(std::string_view word) {
  const auto* const found = std::ranges::find(kLanguages, word, &LanguageFiles::word);
  return found == kLanguages.end() ? std::nullopt : std::optional(found->language);
}

// Returns the language that the file's suffix indicates, if any.
inline std::optional<SourceLanguage> language_of_suffix(std::string_view file) {
  for (const LanguageFiles& one : kLanguages)
    for (const std::string_view suffix : one.suffixes)
      if (!suffix.empty() && file.ends_with(suffix)) return one.language;
  return std::nullopt;
}

}  // namespace launchproof::frontend
