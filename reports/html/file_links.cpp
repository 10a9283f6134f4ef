#include "reports/html/file_links.h"

#include <fmt/format.h>

#include <map>
#include <memory>
#include <string_view>
#include <system_error>

namespace launchproof::reports {

std::string link_of(const std::string& path) {
  constexpr std::string_view kPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
  std::string link;
  for (const char c : path) {
    if (kPlain.find(c) != std::string_view::npos)
      link += c;
    else
      link += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return link;
}

FileLinks links_from(const std::filesystem::path& folder) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path here = fs::weakly_canonical(fs::current_path(error), error);
  const fs::path page = fs::weakly_canonical(folder.empty() ? fs::path(".") : folder, error);
  const auto is_below = [](const fs::path& file, const fs::path& top) {
    const fs::path relative = file.lexically_relative(top);
    return !relative.empty() && *relative.begin() != "..";
  };
  const auto known = std::make_shared<std::map<std::string, std::string>>();
  return [=](const std::string& file) {
    const auto [entry, is_new] = known->try_emplace(file);
    if (!is_new || file.empty()) return entry->second;
    for (const fs::path& top : {here, page}) {
      std::error_code trouble;
      const fs::path found = fs::weakly_canonical(top / file, trouble);
      if (trouble || !fs::is_regular_file(found, trouble)) continue;
      if (!is_below(found, here) && !is_below(found, page)) continue;
      entry->second = link_of(found.lexically_relative(page).generic_string());
      break;
    }
    return entry->second;
  };
}

}  // namespace launchproof::reports
