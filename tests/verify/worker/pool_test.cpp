// Tests the pool with injected work: limits, crashes, order, and that the trouble of one task does not affect
// others.
#include "verify/worker/pool/pool.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <new>
#include <set>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

namespace launchproof::worker {
namespace {

using std::chrono::milliseconds;
using verdict::Cause;
using verdict::Verdict;

TaskOutcome answer(const std::string& text) {
  TaskOutcome outcome;
  outcome.result.kernel = text;
  outcome.result.verdict = Verdict::Verified;
  return outcome;
}

TaskOutcome lost(std::size_t, const std::string&, Cause cause, const std::string& reason) {
  TaskOutcome outcome;
  outcome.result.verdict = Verdict::Unknown;
  outcome.result.reason = reason;
  outcome.result.properties[verdict::Property::DataRace] = {Verdict::Unknown, reason, {{cause, reason, {}}}};
  return outcome;
}

Cause cause_of(const CompletedTask& completed) {
  return completed.outcome.result.properties.at(verdict::Property::DataRace).causes.at(0).cause;
}

PoolOptions options_with(unsigned workers, std::function<TaskOutcome(std::size_t, const std::string&)> work) {
  PoolOptions options;
  options.workers = workers;
  options.work = std::move(work);
  options.lost = lost;
  options.limits.time = std::chrono::minutes(2);  // tests of limits set their own
  return options;
}

TEST(Pool, AnswersComeInTheOrderOfTasks) {
  const auto options = options_with(3, [](std::size_t task, const std::string&) {
    std::this_thread::sleep_for(milliseconds(task % 3));
    return answer("task " + std::to_string(task));
  });
  const auto all = run_tasks(std::vector<Task>(20), options);
  ASSERT_EQ(all.size(), 20U);
  for (std::size_t i = 0; i < all.size(); ++i)
    EXPECT_EQ(all[i].outcome.result.kernel, "task " + std::to_string(i));
}

// An interim answer stands when its refinement crashes, or takes too long; else the refinement counts.
TEST(Pool, AnInterimAnswerOutlivesItsRefinement) {
  auto options = options_with(2, [](std::size_t task, const std::string&) {
    TaskOutcome outcome = answer("interim");
    outcome.interim = task != 3;
    return outcome;
  });
  options.refine = [](std::size_t task, TaskOutcome interim) {
    if (task == 0) {
      ::signal(SIGSEGV, SIG_DFL);  // a sanitizer has a handler of its own
      ::raise(SIGSEGV);
    }
    if (task == 1) {
      for (;;) ::pause();
    }
    interim.result.kernel = "refined";
    interim.interim = false;
    return interim;
  };
  options.keep = [](TaskOutcome interim, verdict::Cause, const std::string& reason) {
    interim.result.reason = reason;
    return interim;
  };
  options.limits.time = milliseconds(300);  // eight times as long for a program that waits
  const auto all = run_tasks(std::vector<Task>(4), options);
  ASSERT_EQ(all.size(), 4U);
  for (const CompletedTask& one : all) {
    EXPECT_EQ(one.outcome.result.verdict, Verdict::Verified);
    EXPECT_FALSE(one.outcome.interim);
  }
  EXPECT_EQ(all[0].outcome.result.kernel, "interim");
  EXPECT_NE(all[0].outcome.result.reason.find("signal 11"), std::string::npos)
      << all[0].outcome.result.reason;
  EXPECT_EQ(all[1].outcome.result.kernel, "interim");
  EXPECT_NE(all[1].outcome.result.reason.find("--timeout"), std::string::npos);
  EXPECT_EQ(all[2].outcome.result.kernel, "refined");
  EXPECT_EQ(all[3].outcome.result.kernel, "interim");
  EXPECT_EQ(all[3].outcome.result.reason, "");
}

// The interim answer is kept if the worker is lost. It is ignored if a final answer arrives, and in the next
// task.
TEST(Pool, WhatIsDecidedSoFarOutlivesTheWorker) {
  std::function<void(const TaskOutcome&)> send;
  auto options = options_with(1, [&send](std::size_t task, const std::string&) {
    if (task != 2) send(answer("so far"));
    if (task == 0 || task == 2) {
      ::signal(SIGSEGV, SIG_DFL);
      ::raise(SIGSEGV);
    }
    return answer("whole");
  });
  options.reports = [&send](std::function<void(const TaskOutcome&)> given) { send = std::move(given); };
  options.keep = [](TaskOutcome so_far, Cause cause, const std::string& reason) {
    EXPECT_TRUE(so_far.partial);
    EXPECT_EQ(cause, Cause::WorkerCrash);
    so_far.result.reason = reason;
    return so_far;
  };
  const auto all = run_tasks(std::vector<Task>(3), options);
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0].outcome.result.kernel, "so far");
  EXPECT_NE(all[0].outcome.result.reason.find("signal 11"), std::string::npos);
  EXPECT_EQ(all[1].outcome.result.kernel, "whole");
  EXPECT_EQ(all[2].outcome.result.kernel, "");
  EXPECT_EQ(cause_of(all[2]), Cause::WorkerCrash);
  for (const CompletedTask& one : all) EXPECT_FALSE(one.outcome.partial);
}

// The same holds for the steps that follow a refinement. A loss that does not count for its kind does not
// stop other tasks.
TEST(Pool, ARefinedAnswerOutlivesWhatFollows) {
  auto options = options_with(1, [](std::size_t, const std::string&) {
    TaskOutcome outcome = answer("interim");
    outcome.interim = true;
    return outcome;
  });
  options.refine = [](std::size_t task, TaskOutcome interim) {
    if (!interim.counts_for_kind && task < 3) {
      ::signal(SIGSEGV, SIG_DFL);  // a sanitizer has a handler of its own
      ::raise(SIGSEGV);
    }
    interim.result.kernel = interim.counts_for_kind ? "refined" : "refined twice";
    interim.interim = std::exchange(interim.counts_for_kind, !interim.counts_for_kind);
    return interim;
  };
  options.keep = [](TaskOutcome interim, verdict::Cause cause, const std::string& reason) {
    EXPECT_FALSE(interim.counts_for_kind);
    EXPECT_EQ(cause, verdict::Cause::WorkerCrash);
    interim.result.reason = reason;
    return interim;
  };
  const auto all = run_tasks({{"a", "k"}, {"a", "k"}, {"a", "k"}, {"a", "k"}}, options);
  ASSERT_EQ(all.size(), 4U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(all[i].outcome.result.kernel, "refined");
    EXPECT_NE(all[i].outcome.result.reason.find("signal 11"), std::string::npos);
  }
  EXPECT_EQ(all[3].outcome.result.kernel, "refined twice");
}

// The follow-up may have a separate time limit, and the answer stands when that is over.
TEST(Pool, AnAnswerOutlivesTheTimeOfWhatFollows) {
  auto options = options_with(1, [](std::size_t, const std::string&) {
    TaskOutcome outcome = answer("verified");
    outcome.result.seconds = 7;
    outcome.interim = outcome.has_own_time = true;
    return outcome;
  });
  options.limits.time = std::chrono::milliseconds(50);
  options.own_time = std::chrono::milliseconds(600);
  options.more_own_time = "give it more";
  options.refine = [](std::size_t task, TaskOutcome interim) {
    // Longer than the limit of a class; the second is longer than the limit of the search.
    std::this_thread::sleep_for(std::chrono::milliseconds(task == 0 ? 200 : 60'000));
    interim.result.kernel = "followed";
    interim.interim = interim.has_own_time = false;
    return interim;
  };
  options.keep = [](TaskOutcome interim, verdict::Cause cause, const std::string& reason) {
    EXPECT_TRUE(interim.has_own_time);
    EXPECT_EQ(cause, verdict::Cause::ClassTimeout);
    interim.result.reason = reason;
    return interim;
  };
  const auto all = run_tasks({{"a", "k"}, {"a", "k"}}, options);
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].outcome.result.kernel, "followed");
  EXPECT_EQ(all[1].outcome.result.kernel, "verified");
  EXPECT_EQ(all[1].outcome.result.seconds, 7) << "what verifying took";
  EXPECT_NE(all[1].outcome.result.reason.find("0.6 s was reached; give it more"), std::string::npos)
      << all[1].outcome.result.reason;
}

// Each loss costs a worker with all its data. Tasks of other kinds continue.
TEST(Pool, WhatTwoTasksOfAKindCouldNotRefineTheNextDoNotTry) {
  auto options = options_with(1, [](std::size_t, const std::string&) {
    TaskOutcome outcome = answer("interim");
    outcome.interim = true;
    return outcome;
  });
  options.refine = [](std::size_t task, TaskOutcome interim) {
    if (task < 2) {
      ::signal(SIGSEGV, SIG_DFL);  // a sanitizer has a handler of its own
      ::raise(SIGSEGV);
    }
    interim.result.kernel = "refined";
    interim.interim = false;
    return interim;
  };
  options.keep = [](TaskOutcome interim, verdict::Cause, const std::string& reason) {
    interim.result.reason = reason;
    return interim;
  };
  const auto all = run_tasks({{"a", "k"}, {"a", "k"}, {"a", "k"}, {"a", "other"}, {"a", {}}}, options);
  ASSERT_EQ(all.size(), 5U);
  EXPECT_NE(all[1].outcome.result.reason.find("signal 11"), std::string::npos);
  EXPECT_EQ(all[2].outcome.result.kernel, "interim");
  EXPECT_FALSE(all[2].outcome.interim);
  EXPECT_NE(all[2].outcome.result.reason.find("2 other"), std::string::npos) << all[2].outcome.result.reason;
  EXPECT_EQ(all[3].outcome.result.kernel, "refined");
  EXPECT_EQ(all[4].outcome.result.kernel, "refined");
}

TEST(Pool, PreparingIsNotTheTasksTime) {
  auto options = options_with(1, [](std::size_t, const std::string&) { return answer("done"); });
  options.limits.time = milliseconds(1000);
  options.prepare = [](std::size_t task) { std::this_thread::sleep_for(milliseconds(task == 0 ? 1500 : 0)); };
  EXPECT_EQ(run_tasks(std::vector<Task>(2), options)[0].outcome.result.kernel, "done");
  options.prepare_time = milliseconds(700);
  const auto all = run_tasks(std::vector<Task>(2), options);
  EXPECT_EQ(cause_of(all[0]), Cause::ClassTimeout);
  EXPECT_NE(all[0].outcome.result.reason.find("not compiled"), std::string::npos);
  EXPECT_EQ(all[1].outcome.result.kernel, "done");
}

TEST(Pool, NoTasksNoWorkers) {
  const auto options = options_with(2, [](std::size_t, const std::string&) { return answer(""); });
  EXPECT_TRUE(run_tasks({}, options).empty());
}

TEST(Pool, TasksOfOneProgramStayWithOneWorkerWhileOthersHaveWork) {
  const std::vector<Task> tasks{{"a"}, {"b"}, {"a"}, {"b"}, {"a"}, {"b"}};
  const auto options = options_with(2, [](std::size_t, const std::string&) {
    std::this_thread::sleep_for(milliseconds(30));
    return answer(std::to_string(::getpid()));
  });
  const auto all = run_tasks(tasks, options);
  EXPECT_EQ(all[0].outcome.result.kernel, all[2].outcome.result.kernel);
  EXPECT_EQ(all[1].outcome.result.kernel, all[3].outcome.result.kernel);
  EXPECT_NE(all[0].outcome.result.kernel, all[1].outcome.result.kernel);
}

TEST(Pool, AnIdleWorkerHelpsWithAProgramThatAnotherHolds) {
  const auto options = options_with(2, [](std::size_t, const std::string&) {
    std::this_thread::sleep_for(milliseconds(20));
    return answer(std::to_string(::getpid()));
  });
  std::set<std::string> processes;
  for (const CompletedTask& one : run_tasks(std::vector<Task>(8, {"same"}), options)) {
    processes.insert(one.outcome.result.kernel);
  }
  EXPECT_EQ(processes.size(), 2U);
}

TEST(Pool, ATaskOverItsTimeIsUnknownAndTheOthersLoseNothing) {
  auto options = options_with(2, [](std::size_t task, const std::string&) {
    if (task == 1) {
      for (;;) ::pause();
    }
    return answer("ok");
  });
  options.limits.time = milliseconds(250);  // eight times as long for a program that waits
  const auto begin = std::chrono::steady_clock::now();
  const auto all = run_tasks(std::vector<Task>(5), options);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, milliseconds(60000));
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(all[i].outcome.result.kernel, i == 1 ? "" : "ok");
  }
  EXPECT_EQ(all[1].outcome.result.verdict, Verdict::Unknown);
  EXPECT_EQ(cause_of(all[1]), Cause::ClassTimeout);
  EXPECT_GE(all[1].outcome.result.seconds, 0.25);
  EXPECT_NE(all[1].outcome.result.reason.find("--timeout"), std::string::npos);
}

TEST(Pool, ATaskOverItsMemoryIsUnknown) {
  auto options = options_with(1, [](std::size_t task, const std::string&) {
    if (task == 0) {
      constexpr std::size_t kStep = std::size_t{8} << 20;
      for (;;) {
        void* block =
            ::mmap(nullptr, kStep, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
        if (block == MAP_FAILED) ::pause();
        std::this_thread::sleep_for(milliseconds(1));
      }
    }
    return answer("ok");
  });
  options.limits.memory_mib = 300;
  const auto all = run_tasks(std::vector<Task>(2), options);
  EXPECT_EQ(cause_of(all[0]), Cause::ClassMemory);
  EXPECT_EQ(all[1].outcome.result.kernel, "ok");
}

// Memory that a class leaves behind is not charged to the next classes.
TEST(Pool, EachClassHasItsMemoryForItself) {
  auto options = options_with(1, [](std::size_t, const std::string&) {
    constexpr std::size_t kLeft = std::size_t{120} << 20U;
    void* block =
        ::mmap(nullptr, kLeft, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
    std::this_thread::sleep_for(milliseconds(50));  // the pool inspects it
    return answer(block == MAP_FAILED ? "no memory" : "ok");
  });
  options.limits.memory_mib = 300;
  for (const CompletedTask& one : run_tasks(std::vector<Task>(5), options))
    EXPECT_EQ(one.outcome.result.kernel, "ok") << one.outcome.result.reason;
}

TEST(Pool, RunningOutOfMemoryInTheWorkerIsMemoryNotACrash) {
  const auto options =
      options_with(1, [](std::size_t, const std::string&) -> TaskOutcome { throw std::bad_alloc(); });
  EXPECT_EQ(cause_of(run_tasks(std::vector<Task>(1), options)[0]), Cause::ClassMemory);
}

TEST(Pool, ACrashNamesTheSignalAndWhatTheProcessSaid) {
  const auto options = options_with(1, [](std::size_t task, const std::string&) {
    if (task == 0) {
      std::fputs("assertion failed: x > 0\n", stderr);
      ::signal(SIGSEGV, SIG_DFL);
      ::raise(SIGSEGV);
    }
    return answer("ok");
  });
  const auto all = run_tasks(std::vector<Task>(3), options);
  EXPECT_EQ(cause_of(all[0]), Cause::WorkerCrash);
  EXPECT_NE(all[0].outcome.result.reason.find("signal 11"), std::string::npos)
      << all[0].outcome.result.reason;
  EXPECT_NE(all[0].outcome.result.reason.find("x > 0"), std::string::npos);
  EXPECT_EQ(all[1].outcome.result.kernel, "ok");
  EXPECT_EQ(all[2].outcome.result.kernel, "ok");
}

TEST(Pool, AWorkerThatExitsIsACrash) {
  const auto options = options_with(1, [](std::size_t, const std::string&) -> TaskOutcome { ::_exit(3); });
  const auto all = run_tasks(std::vector<Task>(2), options);
  EXPECT_EQ(cause_of(all[0]), Cause::WorkerCrash);
  EXPECT_EQ(cause_of(all[1]), Cause::WorkerCrash);
}

TEST(Pool, AnExceptionIsAnErrorResult) {
  const auto options = options_with(
      1, [](std::size_t, const std::string&) -> TaskOutcome { throw std::runtime_error("no such solver"); });
  const auto all = run_tasks(std::vector<Task>(1), options);
  EXPECT_EQ(all[0].outcome.result.verdict, Verdict::Error);
  EXPECT_EQ(all[0].outcome.result.reason, "no such solver");
  EXPECT_EQ(all[0].outcome.result.properties.size() + 6,
            verdict::all_properties().size());  // all but those that not every kernel asks
}

TEST(Pool, AnExpandedTaskIsRunOnceForEachName) {
  const auto options = options_with(2, [](std::size_t task, const std::string& selector) {
    TaskOutcome outcome = answer(std::to_string(task) + selector);
    if (task == 0 && selector.empty()) outcome.expand = {"x", "y"};
    return outcome;
  });
  const auto all = run_tasks(std::vector<Task>(2), options);
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0].outcome.result.kernel, "0x");
  EXPECT_EQ(all[0].selector, "x");
  EXPECT_EQ(all[1].outcome.result.kernel, "0y");
  EXPECT_EQ(all[2].outcome.result.kernel, "1");
}

TEST(Pool, ChildrenOfAKilledWorkerDieWithIt) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  auto options = options_with(1, [&](std::size_t, const std::string&) -> TaskOutcome {
    if (::fork() == 0) {
      ::close(ends[0]);
      for (;;) ::pause();  // holds the writing end open for as long as it lives
    }
    for (;;) ::pause();
  });
  options.limits.time = milliseconds(100);
  run_tasks(std::vector<Task>(1), options);
  ::close(ends[1]);
  char byte = 0;
  EXPECT_EQ(::read(ends[0], &byte, 1), 0);  // end of file: no process holds it
  ::close(ends[0]);
}

TEST(Pool, ProgressTellsWhatIsRunning) {
  auto options = options_with(1, [](std::size_t, const std::string&) {
    std::this_thread::sleep_for(milliseconds(60));
    return answer("");
  });
  std::size_t calls = 0, completed = 0;
  bool saw_running = false;
  options.progress = [&](const Progress& progress) {
    ++calls;
    EXPECT_EQ(progress.total, 3U);
    saw_running = saw_running || (!progress.running.empty() && progress.running[0].seconds > 0.01);
  };
  options.completed = [&](const CompletedTask&) { ++completed; };
  run_tasks(std::vector<Task>(3), options);
  EXPECT_GE(calls, 3U);
  EXPECT_EQ(completed, 3U);
  EXPECT_TRUE(saw_running);
}

TEST(Pool, WhatIsNotDoneWhenStoppedIsInterrupted) {
  auto options = options_with(1, [](std::size_t task, const std::string&) {
    if (task == 1) ::pause();
    return answer("done");
  });
  std::size_t completed = 0;
  options.completed = [&](const CompletedTask&) { ++completed; };
  options.stop = [&] { return completed == 1; };
  const auto all = run_tasks(std::vector<Task>(4), options);
  ASSERT_EQ(all.size(), 4U);
  EXPECT_EQ(all[0].outcome.result.kernel, "done");
  for (std::size_t i = 1; i < all.size(); ++i) EXPECT_EQ(cause_of(all[i]), Cause::Interrupted);
}

TEST(Pool, AtLeastOneCore) {
  EXPECT_GE(default_workers(), 1U);
}

}  // namespace
}  // namespace launchproof::worker
