// Links from a page to files.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace launchproof::reports {

// Returns the link from the page to a file of the sources; empty if there is none.
using FileLinks = std::function<std::string(const std::string& file)>;

// Returns the links of a page in this folder to files that exist below that folder or the working folder.
FileLinks links_from(const std::filesystem::path& folder);

// Returns a relative path as a link in a page.
std::string link_of(const std::string& path);

}  // namespace launchproof::reports
