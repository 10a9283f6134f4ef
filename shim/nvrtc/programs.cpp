#include "shim/nvrtc/programs.h"

#include "capture/files/sha256.h"

namespace launchproof::shim {

std::string joined_options(int count, const char* const* options) {
  std::string joined;
  for (int i = 0; i < count && options != nullptr; ++i) {
    if (options[i] == nullptr) continue;
    const std::string_view option = options[i];
    if (!joined.empty()) joined += ' ';
    if (!option.empty() && option.find_first_of(" \t\n\r\v\f\"'\\") == std::string_view::npos) {
      joined += option;
      continue;
    }
    joined += '"';
    for (const char c : option) {
      if (c == '"' || c == '\\') joined += '\\';
      joined += c;
    }
    joined += '"';
  }
  return joined;
}

void NvrtcPrograms::create(const void* handle, NvrtcProgram program) {
  d_programs[handle] = std::move(program);
}

NvrtcProgram* NvrtcPrograms::find(const void* handle) {
  const auto found = d_programs.find(handle);
  return found == d_programs.end() ? nullptr : &found->second;
}

void NvrtcPrograms::keep(const void* handle, std::string_view image, std::string ptx) {
  const NvrtcProgram* program = find(handle);
  if (program == nullptr) return;
  auto [place, is_new] = d_kept.try_emplace(capture::sha256_hex(image.data(), image.size()));
  if (!is_new) return;
  place->second = std::make_unique<Kept>();
  Kept& kept = *place->second;
  kept.program = *program;
  kept.ptx = std::move(ptx);
  for (const auto& [name, text] : kept.program.headers) {
    kept.header_names.push_back(name.c_str());
    kept.header_texts.push_back(text.c_str());
  }
  for (const std::string& expression : kept.program.expressions)
    kept.expressions.push_back(expression.c_str());
  kept.view = {.name = kept.program.name.c_str(),
               .text = kept.program.text.c_str(),
               .ptx = kept.ptx.c_str(),
               .options = kept.program.options.c_str(),
               .headers = kept.header_names.size(),
               .header_names = kept.header_names.data(),
               .header_texts = kept.header_texts.data(),
               .expressions = kept.expressions.size(),
               .expression_texts = kept.expressions.data()};
}

const RuntimeSource* NvrtcPrograms::source_of(std::string_view image) const {
  const auto found = d_kept.find(capture::sha256_hex(image.data(), image.size()));
  return found == d_kept.end() ? nullptr : &found->second->view;
}

}  // namespace launchproof::shim
