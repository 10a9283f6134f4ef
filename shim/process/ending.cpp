// The ends of a process that can be seen from inside it: exit(), _exit() and similar functions, and exec,
// which ends the recording without a crash. The hooks only set a number in mapped memory. They do not see
// system calls that the application makes directly, nor C library functions that end the process without
// calling these by name.
#include <alloca.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>

#include <cerrno>

#include "shim/process/following.h"
#include "shim/process/inherited.h"
#include "shim/recording/recorder.h"

namespace launchproof::shim {
namespace {

using capture::Ending;

// The functions behind ours. Looked up at the start, since a child of vfork() cannot do so.
struct EndingFunctions {
  decltype(&::_exit) exit_at_once = nullptr;
  decltype(&::_Exit) exit_at_once_c = nullptr;
  decltype(&::quick_exit) exit_quickly = nullptr;
  decltype(&::daemon) become_daemon = nullptr;
  decltype(&::execve) with_environment = nullptr;
  decltype(&::execv) plain = nullptr;
  decltype(&::execvp) in_path = nullptr;
  decltype(&::execvpe) in_path_with_environment = nullptr;
  decltype(&::fexecve) of_descriptor = nullptr;
  decltype(&::execveat) at_folder = nullptr;
};
constinit EndingFunctions g_ending_functions{};

__attribute__((constructor)) void find_ending_functions() {
  find_following(g_ending_functions.exit_at_once, "_exit");
  find_following(g_ending_functions.exit_at_once_c, "_Exit");
  find_following(g_ending_functions.exit_quickly, "quick_exit");
  find_following(g_ending_functions.become_daemon, "daemon");
  find_following(g_ending_functions.with_environment, "execve");
  find_following(g_ending_functions.plain, "execv");
  find_following(g_ending_functions.in_path, "execvp");
  find_following(g_ending_functions.in_path_with_environment, "execvpe");
  find_following(g_ending_functions.of_descriptor, "fexecve");
  find_following(g_ending_functions.at_folder, "execveat");
}

// Among the last code that runs in a process that ends by exit().
__attribute__((destructor)) void returned() {
  mark_ending(Ending::Returned);
}

const EndingFunctions& ending_functions() {
  if (g_ending_functions.exit_at_once == nullptr)
    find_ending_functions();  // called by another library's constructor
  return g_ending_functions;
}

// `call` starts a program with the environment that it gets, and only returns if it fails.
template <class Call>
int replaced(char* const* environment, Call&& call) {
  mark_ending(Ending::Replaced);
  const int result = with_recording(environment, call);
  mark_ending(Ending::GoesOn);
  return result;
}

// Returns the number of words after the first one, including the terminating null pointer.
size_t count_words(va_list words) {
  size_t count = 1;
  while (va_arg(words, char*) != nullptr) ++count;
  return count;
}

}  // namespace
}  // namespace launchproof::shim

using launchproof::capture::Ending;
using launchproof::shim::ending_functions;
using launchproof::shim::mark_ending;
using launchproof::shim::replaced;

// Sets `argv` to the words of a variadic call, stored on the stack, since a child of vfork() has nothing
// else; `more` additional pointers follow.
// NOLINTBEGIN(cppcoreguidelines-pro-bounds-array-to-pointer-decay): a va_list is one
#define LAUNCHPROOF_COLLECT_WORDS(first, more)                                       \
  va_list words;                                                                     \
  va_start(words, first);                                                            \
  const size_t count = launchproof::shim::count_words(words) + 1;                    \
  va_end(words);                                                                     \
  char** const argv = static_cast<char**>(alloca((count + (more)) * sizeof(char*))); \
  argv[0] = const_cast<char*>(first);                                                \
  va_start(words, first);                                                            \
  for (size_t i = 1; i < count + (more); ++i) argv[i] = va_arg(words, char*);        \
  va_end(words)
// NOLINTEND(cppcoreguidelines-pro-bounds-array-to-pointer-decay)

extern "C" {

void _exit(int status) {
  mark_ending(Ending::Left);
  ending_functions().exit_at_once(status);
  __builtin_unreachable();
}

void _Exit(int status) noexcept {
  mark_ending(Ending::Left);
  ending_functions().exit_at_once_c(status);
  __builtin_unreachable();
}

void quick_exit(int status) noexcept {
  mark_ending(Ending::Left);
  ending_functions().exit_quickly(status);
  __builtin_unreachable();
}

// The process ends and its child continues.
// NOLINTBEGIN(readability-inconsistent-declaration-parameter-name): the C library's names are reserved ones.
int daemon(int stay, int keep_open) noexcept {
  mark_ending(Ending::Left);
  const int result = ending_functions().become_daemon(stay, keep_open);
  mark_ending(Ending::GoesOn);
  return result;
}

int execve(const char* path, char* const* argv, char* const* environment) noexcept {
  return replaced(environment,
                  [&](char* const* with) { return ending_functions().with_environment(path, argv, with); });
}

int execv(const char* path, char* const* argv) noexcept {
  return replaced(environ, [&](char* const* with) {
    return with == environ ? ending_functions().plain(path, argv)
                           : ending_functions().with_environment(path, argv, with);
  });
}

int execvp(const char* file, char* const* argv) noexcept {
  return replaced(environ, [&](char* const* with) {
    return with == environ ? ending_functions().in_path(file, argv)
                           : ending_functions().in_path_with_environment(file, argv, with);
  });
}

int execvpe(const char* file, char* const* argv, char* const* environment) noexcept {
  return replaced(environment, [&](char* const* with) {
    return ending_functions().in_path_with_environment(file, argv, with);
  });
}

int fexecve(int descriptor, char* const* argv, char* const* environment) noexcept {
  return replaced(environment, [&](char* const* with) {
    return ending_functions().of_descriptor(descriptor, argv, with);
  });
}

int execveat(int folder, const char* path, char* const* argv, char* const* environment, int flags) noexcept {
  if (ending_functions().at_folder == nullptr) {  // an older C library
    errno = ENOSYS;
    return -1;
  }
  return replaced(environment, [&](char* const* with) {
    return ending_functions().at_folder(folder, path, argv, with, flags);
  });
}

int execl(const char* path, const char* word, ...) noexcept {
  LAUNCHPROOF_COLLECT_WORDS(word, 0);
  return execv(path, argv);
}

int execlp(const char* file, const char* word, ...) noexcept {
  LAUNCHPROOF_COLLECT_WORDS(word, 0);
  return execvp(file, argv);
}

int execle(const char* path, const char* word, ...) noexcept {
  LAUNCHPROOF_COLLECT_WORDS(word, 1);
  return execve(path, argv, reinterpret_cast<char**>(argv[count]));
}
// NOLINTEND(readability-inconsistent-declaration-parameter-name)

}  // extern "C"
