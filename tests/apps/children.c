/* A launch in this process and one in a child, which then ends as the first argument says:
 *   return, _exit, _Exit, quick_exit, thread (the main thread ends, then the last other one),
 *   raw (a system call of its own), abort, segv, kill,
 *   execv, execl, execle, execlp, execvp, execvpe, execve, fexecve, execveat (become `true`),
 *   failing (an exec that fails, then abort), vfork (a child of its own that shares its memory and ends, then
 *   abort), vexec (the same with exec), daemon (goes on in a child of its own), stays (runs on for the
 * seconds of the second argument, with its output closed), terminated, murdered (the parent sends SIGTERM or
 * SIGKILL), group, killpg (SIGTERM to the child's group), own_group (to the parent's, of which the child is),
 * queued, one_thread, descriptor (the parent sends SIGTERM by sigqueue, tgkill, pidfd_send_signal),
 * descriptor_group (by pidfd_send_signal to the child's group), refused (by pidfd_send_signal with wrong
 * facts, then unseen), everyone (to all processes of a system of their own; status 77 where none can be
 * made), other_group (to the parent's, of which the child is not, and then to the child, unseen), orphan (is
 * killed when the parent has ended), stubborn (the parent sends SIGTERM, at which the child crashes). The
 * parent waits for the child, unless that stays, by the function that the second argument names: waitpid,
 * wait, wait3, wait4, waitid; nowhere: waitpid with no place for the status.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/pidfd.h>
#include <sys/resource.h>
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

static int ready[2]; /* pipe: the child is to be ended */

static void crash(int number) {
  (void)number;
  signal(SIGSEGV, SIG_DFL);
  raise(SIGSEGV);
}

static void await_end(void) {
  if (write(ready[1], "!", 1) != 1) abort();
  for (;;) pause();
}

static void await_child(void) {
  char byte = 0;
  if (read(ready[0], &byte, 1) != 1) abort();
}

static void send_when_ready(pid_t child, int number) {
  await_child();
  if (kill(child, number) != 0) abort();
}

/* By other functions than kill. */
static int is_about_functions(const char* how) {
  return strcmp(how, "queued") == 0 || strcmp(how, "one_thread") == 0 || strcmp(how, "descriptor") == 0 ||
         strcmp(how, "descriptor_group") == 0 || strcmp(how, "refused") == 0 || strcmp(how, "everyone") == 0;
}

static void send_by_function(const char* how, pid_t child) {
  const union sigval value = {.sival_int = 1};
  const unsigned to_group = 4; /* PIDFD_SIGNAL_PROCESS_GROUP */
  await_child();
  int result = 0;
  if (strcmp(how, "queued") == 0) result = sigqueue(child, SIGTERM, value);
  if (strcmp(how, "one_thread") == 0) result = tgkill(child, child, SIGTERM);
  if (strcmp(how, "descriptor") == 0) result = pidfd_send_signal(pidfd_open(child, 0), SIGTERM, NULL, 0);
  if (strcmp(how, "descriptor_group") == 0) {
    result = pidfd_send_signal(pidfd_open(child, 0), SIGTERM, NULL, to_group);
    if (result != 0) result = killpg(child, SIGTERM); /* an older kernel */
  }
  if (strcmp(how, "refused") == 0) {
    siginfo_t wrong;
    memset(&wrong, 0, sizeof wrong);
    if (pidfd_send_signal(pidfd_open(child, 0), SIGTERM, &wrong, 0) == 0) abort();
    syscall(SYS_kill, child, SIGTERM);
  }
  /* Never to all of the machine's. */
  if (strcmp(how, "everyone") == 0) result = getpid() == 1 ? kill(-1, SIGTERM) : -1;
  if (result != 0) abort();
}

/* Goes on in a child that sees no processes but its own; the caller waits for it. */
static void leave_the_system(void) {
  int status = 0;
  if (unshare(CLONE_NEWPID) != 0) exit(77);
  const pid_t child = fork();
  if (child == 0) return;
  if (child < 0) exit(77);
  waitpid(child, &status, 0);
  exit(WIFEXITED(status) ? WEXITSTATUS(status) : 1);
}

/* The child is in a group of its own, or in the parent's with `own_group`. */
static void send_to_group(const char* how, pid_t child) {
  await_child();
  if (strcmp(how, "group") == 0 && kill(-child, SIGTERM) != 0) abort();
  if (strcmp(how, "killpg") == 0 && killpg(child, SIGTERM) != 0) abort();
  if (strcmp(how, "own_group") == 0 || strcmp(how, "other_group") == 0) {
    signal(SIGTERM, SIG_IGN); /* the parent goes on */
    if (kill(0, SIGTERM) != 0) abort();
  }
  /* By a system call, which nobody sees. */
  if (strcmp(how, "other_group") == 0) syscall(SYS_kill, child, SIGTERM);
}

static int is_about_groups(const char* how) {
  return strcmp(how, "group") == 0 || strcmp(how, "killpg") == 0 || strcmp(how, "own_group") == 0 ||
         strcmp(how, "other_group") == 0;
}

/* Gives the status. */
static int wait_by(const char* function, pid_t child) {
  int status = 0;
  struct rusage usage;
  siginfo_t told;
  if (strcmp(function, "wait") == 0) {
    wait(&status);
  } else if (strcmp(function, "wait3") == 0) {
    wait3(&status, 0, &usage);
  } else if (strcmp(function, "wait4") == 0) {
    wait4(child, &status, 0, &usage);
  } else if (strcmp(function, "waitid") == 0) {
    waitid(P_PID, (id_t)child, &told, WEXITED);
    status = told.si_code == CLD_EXITED ? told.si_status << 8 : told.si_status;
  } else if (strcmp(function, "nowhere") == 0) {
    waitpid(child, NULL, 0);
  } else {
    waitpid(child, &status, 0);
  }
  return status;
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
  if (IS("orphan")) {
    if (write(ready[1], "!", 1) != 1) abort();
    usleep(100000);
    raise(SIGKILL);
  }
  if (IS("stays")) {
    if (write(ready[1], "!", 1) != 1) abort();
    close(0), close(1), close(2);
    sleep((unsigned)atoi(seconds));
  }
  if (IS("stubborn")) signal(SIGTERM, crash);
  if (IS("descriptor_group") && setpgid(0, 0) != 0) abort();
  if (is_about_functions(how)) await_end();
  if (is_about_groups(how)) {
    if (!IS("own_group") && setpgid(0, 0) != 0) abort();
    await_end();
  }
  if (IS("terminated") || IS("murdered") || IS("stubborn")) await_end();
  if (IS("thread")) {
    pthread_t other;
    pthread_create(&other, NULL, wait_a_little, NULL);
    pthread_exit(NULL);
  }
  exit(0);
}

int main(int argc, char** argv) {
  const char* how = argc > 1 ? argv[1] : "return";
  if (strcmp(how, "everyone") == 0) leave_the_system();
  const struct setup with = make_setup();
  cl_kernel kernel = make_fill(&with, 64, 1);
  launch(&with, kernel, 64, 8);
  CHECK(clFinish(with.queue));
  if (pipe(ready) != 0) return 1;
  if (is_about_groups(how) && setpgid(0, 0) != 0) return 1; /* whoever started this is in another */
  const pid_t child = fork();
  if (child == 0) {
    launch(&with, kernel, 64, 8);
    CHECK(clFinish(with.queue));
    end(how, argc > 2 ? argv[2] : "0");
  }
  if (strcmp(how, "stays") == 0 || strcmp(how, "orphan") == 0) {
    char byte = 0;
    return read(ready[0], &byte, 1) != 1;
  }
  if (strcmp(how, "terminated") == 0 || strcmp(how, "stubborn") == 0) send_when_ready(child, SIGTERM);
  if (strcmp(how, "murdered") == 0) send_when_ready(child, SIGKILL);
  if (is_about_groups(how)) send_to_group(how, child);
  if (is_about_functions(how)) send_by_function(how, child);
  const int status = wait_by(argc > 2 ? argv[2] : "waitpid", child);
  printf("%s: %d %d\n", how, WIFEXITED(status) ? WEXITSTATUS(status) : -1,
         WIFSIGNALED(status) ? WTERMSIG(status) : 0);
  return 0;
}
