// A capture as text, for people.
#pragma once

#include <string>

#include "capture/launch_class.h"
#include "capture/reader.h"

namespace launchproof::capture {

// Session, devices, programs, launch classes with counts and arguments, and what could not be read.
// Control characters and bytes that are no UTF-8 are shown as \xNN: safe on a terminal.
std::string show(const Capture& capture);

// One class of the capture: its count, sizes, arguments, contents and call sites. `index` counts from 0.
std::string show_class(const Capture& capture, const LaunchClass& launch_class, std::size_t index);

// Which classes have launches that may run at once, and what of that is not known; nothing where all launches
// are in order.
std::string show_order(const Capture& capture, const std::vector<LaunchClass>& classes);

// One launch: its sizes on the first line, then a line for each argument, each behind `indent`.
std::string show_launch(const Launch& launch, const std::string& indent);

// "global 1024x4, local 64x1, offset 16x0"; without the offset when it is 0.
std::string show_sizes(const Launch& launch);
// "4 sub-groups of up to 16", in each full group.
std::string show_sub_groups(const SubGroups& sub_groups);

// "main at app.c:12 (app+0x1f20)", as far as it is known.
std::string show_call_site(const CallSite& site);

// "contents 1a2b3c4d5e6f", by the beginning of the blob's name, or why there are none.
std::string show_contents(const Contents& contents);

// "int n = 4 (04000000)", "float* x: buffer A + 64, 4096 bytes". Buffers with equal letters are one memory
// object.
std::vector<std::string> show_arguments(const Launch& launch);

// "memory: buffer B, 4096 bytes", "all host memory": what the launch may reach by pointers in memory.
std::vector<std::string> show_reach(const Launch& launch);

}  // namespace launchproof::capture
