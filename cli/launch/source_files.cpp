#include "cli/launch/source_files.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <system_error>
#include <utility>

namespace launchproof::cli {
namespace {

namespace fs = std::filesystem;

// The displayed paths of files with each text.
class Search {
 public:
  Search(const std::set<std::string>& texts, const SourceSearch& limits)
      : d_entries(limits.entries), d_bytes(limits.bytes), d_depth(limits.depth) {
    for (const std::string& text : texts) d_sizes[text.size()].push_back(&text);
    std::error_code error;
    d_here = fs::canonical(fs::current_path(error), error);
  }

  void look_below(const fs::path& folder) {
    std::error_code error;
    const fs::path root = fs::canonical(folder, error);
    if (!error && d_roots.insert(root.string()).second) look(root, 0);
  }

  std::string path_of(const std::string& text) const {
    const auto found = d_paths.find(&text);
    return found == d_paths.end() ? std::string() : found->second;
  }

 private:
  void look(const fs::path& folder, int depth) {
    std::error_code error;
    std::vector<fs::directory_entry> entries;
    for (fs::directory_iterator it(folder, fs::directory_options::skip_permission_denied, error), end;
         !error && it != end && d_entries > 0; it.increment(error)) {
      --d_entries;
      entries.push_back(*it);
    }
    // Files come first, and everything is sorted, so that limits cut off the same files everywhere.
    std::ranges::sort(entries, {}, [](const fs::directory_entry& one) { return one.path(); });
    for (const fs::directory_entry& entry : entries) take(entry);
    if (depth >= d_depth) return;
    for (const fs::directory_entry& entry : entries) {
      const std::string name = entry.path().filename().string();
      if (name.starts_with('.') || is_capture(entry.path())) continue;
      if (!entry.is_symlink(error) && entry.is_directory(error)) look(entry.path(), depth + 1);
    }
  }

  // A capture holds each recorded source as a blob, which is not the application's file.
  static bool is_capture(const fs::path& folder) {
    std::error_code error;
    return folder.extension() == ".lpcap" || fs::exists(folder / "session.json", error);
  }

  void take(const fs::directory_entry& entry) {
    std::error_code error;
    if (entry.is_symlink(error) || !entry.is_regular_file(error)) return;
    const std::uintmax_t size = entry.file_size(error);
    if (error) return;
    const auto wanted = d_sizes.find(size);
    if (wanted == d_sizes.end() || size > d_bytes) return;
    d_bytes -= size;
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string text(std::istreambuf_iterator<char>(file), {});
    for (const std::string* one : wanted->second) {
      if (*one != text) continue;
      const std::string shown = shown_path(entry.path());
      std::string& known = d_paths[one];
      if (known.empty() || std::pair(shown.size(), shown) < std::pair(known.size(), known)) known = shown;
    }
  }

  std::string shown_path(const fs::path& path) const {
    const fs::path relative = path.lexically_relative(d_here);
    const bool is_below = !d_here.empty() && !relative.empty() && *relative.begin() != "..";
    return (is_below ? relative : path).string();
  }

  std::map<std::uintmax_t, std::vector<const std::string*>> d_sizes;
  std::map<const std::string*, std::string> d_paths;
  std::set<std::string> d_roots;
  fs::path d_here;
  std::size_t d_entries;
  std::uint64_t d_bytes;
  int d_depth;
};

}  // namespace

void find_source_files(verdict::Results& results, const std::vector<fs::path>& folders,
                       const SourceSearch& limits) {
  std::set<std::string> texts;
  for (const verdict::ClassResult& result : results.results)
    if (!result.source_text.empty()) texts.insert(result.source_text);
  if (texts.empty()) return;
  Search search(texts, limits);
  for (const fs::path& folder : folders)
    if (!folder.empty()) search.look_below(folder);
  for (verdict::ClassResult& result : results.results) {
    const auto text = texts.find(result.source_text);
    if (text == texts.end()) continue;
    result.source_path = search.path_of(*text);
    if (result.source_path == result.source) result.source_path.clear();
  }
}

}  // namespace launchproof::cli
