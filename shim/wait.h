// Waiting for the driver without ever waiting for the application.
#pragma once

#include <string>

#include "shim/contents.h"

namespace launchproof::shim {

// A command as it goes on.
enum class Progress : std::uint8_t { Complete, Failed, TookTooLong };

// Polls the event until its command has ended or patience is over. Patience is 10 s
// (LAUNCHPROOF_CONTENTS_PATIENCE gives other milliseconds); 0.1 s while a user event of the application is
// not complete, and once it was over before.
Progress wait_for(cl_event event);

// Waits for all that the enqueue waits for. Empty, or why the launch cannot be waited for.
std::string wait_for_predecessors(const Enqueue& enqueue);

// Why a command was given up, in words.
std::string too_long();

}  // namespace launchproof::shim
