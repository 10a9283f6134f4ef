// Shows a capture as text.
#pragma once

#include <string>

#include "capture/launch_class.h"
#include "capture/reader.h"

namespace launchproof::capture {

// Shows the session, devices, programs, launch classes with counts and arguments, and everything that could
// not be read. Control characters and bytes that are not UTF-8 are shown as \xNN, which is safe on a
// terminal.
std::string show(const Capture& capture);

// Shows one class of the capture: its count, sizes, arguments, contents and call sites. `index` counts from
// 0.
std::string show_class(const Capture& capture, const LaunchClass& launch_class, std::size_t index);

// Shows which classes have launches that may run at the same time, and what is unknown about the order. Shows
// nothing if all launches are ordered.
std::string show_order(const Capture& capture, const std::vector<LaunchClass>& classes);

// Shows one launch: its sizes on the first line, then one line for each argument, each prefixed with
// `indent`.
std::string show_launch(const Launch& launch, const std::string& indent);

// Returns "global 1024x4, local 64x1, offset 16x0", without the offset when it is 0.
std::string show_sizes(const Launch& launch);
// Returns "4 sub-groups of up to 16", the number in each full group.
std::string show_sub_groups(const SubGroups& sub_groups);

// Returns "main at app.c:12 (app+0x1f20)", without unknown parts.
std::string show_call_site(const CallSite& site);

// Returns "contents 1a2b3c4d5e6f", with the beginning of the blob's name, or why there are none.
std::string show_contents(const Contents& contents);

// Returns lines such as "int n = 4 (04000000)" and "float* x: buffer A + 64, 4096 bytes". Buffers with equal
// letters are one memory object.
std::vector<std::string> show_arguments(const Launch& launch);

// Returns lines such as "memory: buffer B, 4096 bytes" and "all host memory" for memory that the launch may
// reach through pointers in memory.
std::vector<std::string> show_reach(const Launch& launch);

}  // namespace launchproof::capture
