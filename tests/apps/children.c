/* A launch in this process and one in a child, which then ends as the first argument says:
 *   return, _exit, _Exit, quick_exit, thread (the main thread ends, then the last other one),
 *   raw (a system call of its own), abort, segv, kill,
 *   execv, execl, execle, execlp, execvp, execvpe, execve, fexecve, execveat (become `true`),
 *   failing (an exec that fails, then abort), vfork (a child of its own that shares its memory and ends, then
 *   abort), vexec (the same with exec), daemon (goes on in a child of its own), stays (runs on for the
 * seconds of the second argument, with its output closed). The parent waits for the child, unless that stays.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common.h"

static const char kTrue[] = "/bin/true";
static char* const kWords[] = {(char*)"true", (char*)"word", NULL};
static char* const kNothing[] = {NULL};

static void* wait_a_little(void* unused) {
  usleep(20000);
  return unused;
}

static void share_memory(int becomes_another) {
  int status = 0;
  const pid_t child = vfork();
  if (child == 0) {
    if (becomes_another) execve(kTrue, kWords, kNothing);
    _exit(0);
  }
  waitpid(child, &status, 0);
  abort();
}

static void end(const char* how, const char* seconds) {
#define IS(word) (strcmp(how, word) == 0)
  if (IS("_exit")) _exit(0);
  if (IS("_Exit")) _Exit(0);
  if (IS("quick_exit")) quick_exit(0);
  if (IS("raw")) syscall(SYS_exit_group, 0);
  if (IS("abort")) abort();
  if (IS("segv")) raise(SIGSEGV);
  if (IS("kill")) kill(getpid(), SIGKILL);
  if (IS("execv")) execv(kTrue, kWords);
  if (IS("execl")) execl(kTrue, "true", "1", "2", "3", (char*)NULL);
  if (IS("execle")) execle(kTrue, "true", "1", (char*)NULL, kNothing);
  if (IS("execlp")) execlp("true", "true", (char*)NULL);
  if (IS("execvp")) execvp("true", kWords);
  if (IS("execvpe")) execvpe("true", kWords, kNothing);
  if (IS("execve")) execve(kTrue, kWords, kNothing);
  if (IS("fexecve")) fexecve(open(kTrue, O_RDONLY), kWords, kNothing);
  if (IS("execveat")) execveat(AT_FDCWD, kTrue, kWords, kNothing, 0);
  if (IS("failing")) {
    execl("/nonexistent/program", "program", (char*)NULL);
    abort();
  }
  if (IS("vfork") || IS("vexec")) share_memory(IS("vexec"));
  if (IS("daemon")) daemon(1, 1);
  if (IS("stays")) {
    close(0), close(1), close(2);
    sleep((unsigned)atoi(seconds));
  }
  if (IS("thread")) {
    pthread_t other;
    pthread_create(&other, NULL, wait_a_little, NULL);
    pthread_exit(NULL);
  }
  exit(0);
}

int main(int argc, char** argv) {
  const char* how = argc > 1 ? argv[1] : "return";
  const struct setup with = make_setup();
  cl_kernel kernel = make_fill(&with, 64, 1);
  launch(&with, kernel, 64, 8);
  CHECK(clFinish(with.queue));
  const pid_t child = fork();
  if (child == 0) {
    launch(&with, kernel, 64, 8);
    CHECK(clFinish(with.queue));
    end(how, argc > 2 ? argv[2] : "0");
  }
  if (strcmp(how, "stays") == 0) return 0;
  int status = 0;
  waitpid(child, &status, 0);
  printf("%s: %d %d\n", how, WIFEXITED(status) ? WEXITSTATUS(status) : -1,
         WIFSIGNALED(status) ? WTERMSIG(status) : 0);
  return 0;
}
