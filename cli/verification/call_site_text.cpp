#include "cli/verification/call_site_text.h"

#include <cxxabi.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <cstdlib>
#include <memory>

#include "capture/show.h"

namespace launchproof::cli {
namespace {

// C++ names as the application's author wrote them.
std::string demangled(const std::string& name) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 && text ? text.get() : name;
}

std::time_t seconds_of(const std::string& started) {
  std::tm time{};
  const char* end = ::strptime(started.c_str(), "%Y-%m-%dT%H:%M:%SZ", &time);
  return end != nullptr && *end == '\0' ? ::timegm(&time) : 0;
}

}  // namespace

CallSiteText::CallSiteText(const std::string& started) : d_started(seconds_of(started)) {}

bool CallSiteText::changed_since(const std::string& module) {
  struct stat status{};
  if (d_started == 0 || ::stat(module.c_str(), &status) != 0) return false;
  if (status.st_mtim.tv_sec <= d_started) return false;
  d_newer.insert(module);
  return true;
}

const std::string& CallSiteText::place_text(const capture::CallSite& site) {
  const auto entry = d_texts.try_emplace({site.module, site.offset});
  std::string& text = entry.first->second;
  if (!entry.second) return text;
  capture::CallSite shown = site;
  shown.function = demangled(site.function);
  std::vector<SourcePlace> places;
  if (!site.module.empty() && !changed_since(site.module))
    places = d_symbolizer.places(site.module, site.offset);
  if (!places.empty()) {
    if (!places.front().function.empty()) shown.function = places.front().function;
    shown.file = places.front().file;
    shown.line = places.front().line;
  }
  text = capture::show_call_site(shown);
  if (places.size() > 1) {
    // The outermost of the wrappers that were inlined is the application's own line.
    const SourcePlace& outermost = places.back();
    text += fmt::format(", inlined into {} at {}:{}", outermost.function, outermost.file, outermost.line);
  }
  return text;
}

std::string CallSiteText::text(const capture::LaunchClass& of_class) {
  if (of_class.call_sites.empty()) return {};
  const capture::CallSite& first = of_class.call_sites.front().site;
  if (first.module.empty() && first.function.empty()) return {};
  std::string text = place_text(first);
  const std::size_t others = of_class.call_sites.size() - 1 + of_class.other_call_sites;
  if (others > 0) text += fmt::format(" and {} other place{}", others, others == 1 ? "" : "s");
  return text;
}

}  // namespace launchproof::cli
