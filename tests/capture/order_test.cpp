// Tests the file of the launch order and what is derived from it.
#include "capture/writing/order_file.h"

#include <algorithm>
#include <map>
#include <thread>
#include <vector>

#include "capture/overlap.h"
#include "capture/reading/order_reader.h"
#include "tests/capture/fixture.h"

namespace launchproof::capture {
namespace {

class OrderTest : public CaptureTest {
 protected:
  // Returns a command whose call does not overlap any other call.
  void add(QueueId queue, unsigned flags, std::uint64_t event, std::vector<std::uint64_t> launches = {},
           const std::vector<std::uint64_t>& waits = {}, bool out_of_order = false) {
    CommandNote note;
    note.queue = queue;
    note.out_of_order = out_of_order;
    note.flags = static_cast<std::uint8_t>(flags);
    note.begin = d_file.now();
    note.event = event;
    note.launches = launches.data();
    note.launch_count = launches.size();
    std::vector<const void*> handles;
    handles.reserve(waits.size());
    // Handles are compared, and never followed. NOLINTNEXTLINE(performance-no-int-to-ptr)
    for (const std::uint64_t wait : waits) handles.push_back(reinterpret_cast<const void*>(wait));
    note.waits = handles.data();
    note.wait_count = handles.size();
    note.actor = d_actor;
    d_file.add(note, file());
  }
  std::string file() const { return folder() + "/order.1"; }
  Order read() {
    std::vector<Remark> remarks;
    Order order = read_order(file(), remarks);
    EXPECT_TRUE(remarks.empty());
    return order;
  }

  OrderFile d_file;
  Actor d_actor = 0;
};

// Threads with separate queues; each thread launches repeatedly and sometimes waits.
TEST_F(OrderTest, ThreadsRepeatLaunchesBesideOneAnother) {
  constexpr QueueId kQueues = 12;  // some share what is locked
  const auto note_of = [](QueueId queue, const std::uint64_t* launch) {
    CommandNote note;
    note.queue = queue;
    note.launches = launch;
    note.launch_count = launch == nullptr ? 0 : 1;
    note.flags = launch == nullptr ? kHostWaits : 0;
    return note;
  };
  const auto launch_in = [&](QueueId queue) {
    for (int i = 0; i < 3000; ++i) {
      const std::uint64_t launch = queue * 100 + static_cast<std::uint64_t>(i / 7 % 3);
      CommandNote note = note_of(queue, i % 97 == 96 ? nullptr : &launch);
      note.begin = d_file.now();
      d_file.add(note, file());
    }
  };
  // One more launch is never waited for, so nothing may be dropped.
  std::uint64_t endless = 1;
  CommandNote first = note_of(kQueues + 1, &endless);
  d_file.add(first, file());
  std::vector<std::thread> threads;
  for (QueueId queue = 1; queue <= kQueues; ++queue) threads.emplace_back(launch_in, queue);
  for (std::thread& thread : threads) thread.join();
  EXPECT_FALSE(d_file.is_quiet());
  const Order order = read();
  std::map<QueueId, std::uint32_t> ended;
  std::map<QueueId, std::size_t> waits;
  for (const OrderedCommand& command : order.commands) {
    EXPECT_LE(command.begin, command.end);
    EXPECT_LT(command.end, d_file.now());
    if (command.queue == kQueues + 1) continue;
    if ((command.flags & kHostWaits) != 0) {
      ++waits[command.queue];
      // Launches again before the previous launch has returned.
      EXPECT_LT(ended[command.queue], command.begin) << command.queue;
    } else {
      EXPECT_EQ(command.launch / 100, command.queue);
    }
    ended[command.queue] = std::max(ended[command.queue], command.end);
  }
  for (QueueId queue = 1; queue <= kQueues; ++queue) EXPECT_EQ(waits[queue], 3000U / 97) << queue;
}

// A wait that begins before a repeated launch returns does not wait for it.
TEST_F(OrderTest, ARepeatIsAsLateAsItCameBack) {
  const auto add_plain = [&](QueueId queue) { add(queue, 0, 0, {queue}); };
  add_plain(1);
  const std::uint32_t before = d_file.now();
  add_plain(1);
  CommandNote wait;
  wait.queue = 1;
  wait.flags = kHostWaits;
  wait.begin = before;
  d_file.add(wait, file());
  EXPECT_FALSE(d_file.is_quiet());
  add_plain(1);
  wait.begin = d_file.now();
  d_file.add(wait, file());
  EXPECT_TRUE(d_file.is_quiet());
}

TEST_F(OrderTest, CommandsComeBack) {
  add(1, 0, 0x100, {7}, {0x1, 0x2, 0x3, 0x4});
  add(2, kAllEarlier | kBlocksLater, 0, {}, {}, true);
  add(2, 0, 0x200, {8, 9}, {0x5}, true);
  const Order order = read();
  ASSERT_EQ(order.commands.size(), 4U);
  EXPECT_EQ(order.commands[0].queue, 1U);
  EXPECT_EQ(order.commands[0].event, 0x100U);
  EXPECT_EQ(order.commands[0].launch, 7U);
  EXPECT_EQ(order.commands[0].flags, kIsLaunch);
  EXPECT_EQ(order.commands[0].waits, (std::vector<std::uint64_t>{1, 2, 3, 4}));
  EXPECT_LT(order.commands[0].end, order.commands[1].begin);
  EXPECT_EQ(order.commands[1].flags, kAllEarlier | kBlocksLater);
  EXPECT_EQ(order.commands[2].flags, kIsLaunch | kGoesOn);
  EXPECT_EQ(order.commands[3].launch, 9U);
  EXPECT_EQ(order.commands[3].waits, (std::vector<std::uint64_t>{5}));
  EXPECT_FALSE(order.is_cut_off);
}

TEST_F(OrderTest, KeepsRepeatsOnce) {
  for (int i = 0; i < 1000; ++i) {
    add(1, 0, 0, {1});
    add(2, 0, 0, {2});
  }
  EXPECT_EQ(read().commands.size(), 2U);
  EXPECT_GE(read().commands[0].end, 1998U) << "the first one stands for all";
  add(1, 0, 0x100, {3});
  add(1, 0, 0, {1});
  EXPECT_EQ(read().commands.size(), 4U) << "its place in the order is another one";
}

TEST_F(OrderTest, KeepsNothingOfOneQueueThatTheHostWaitsFor) {
  add(1, 0, 0x100, {1});
  add(1, kAllEarlier | kHostWaits, 0);
  EXPECT_TRUE(read().commands.empty());
  add(1, 0, 0x200, {2});
  add(0, kHostWaits, 0, {}, {0x200});
  EXPECT_TRUE(read().commands.empty());
  // The event is not that of the latest launch, so a launch is still running.
  add(1, 0, 0x100, {1});
  add(1, 0, 0x200, {2});
  add(0, kHostWaits, 0, {}, {0x100});
  EXPECT_EQ(read().commands.size(), 3U);
}

TEST_F(OrderTest, KeepsWhatIsUnderWayInAnotherQueue) {
  add(1, 0, 0, {1});
  add(2, 0, 0, {2});
  add(1, kAllEarlier | kHostWaits, 0);
  EXPECT_EQ(read().commands.size(), 3U);
  add(2, kAllEarlier | kHostWaits, 0);
  add(2, 0, 0, {2});
  add(2, kAllEarlier | kHostWaits, 0);
  EXPECT_EQ(read().commands.size(), 4U);
}

// A launch whose call had not returned when the wait began may still run.
TEST_F(OrderTest, DoesNotTakeAWaitForOneOfLaterCalls) {
  CommandNote wait;
  wait.queue = 1;
  wait.flags = kAllEarlier | kHostWaits;
  wait.begin = d_file.now();
  add(1, 0, 0, {1});
  d_file.add(wait, file());
  EXPECT_EQ(read().commands.size(), 2U);
}

// A dropped stretch keeps the user events that matter later and drops the settled ones.
TEST_F(OrderTest, KeepsUserEventsThatAreOpen) {
  add(0, kUserEvent, 0x10);
  add(0, kUserEvent, 0x20);
  add(1, 0, 0, {1});
  d_actor = 3;
  add(0, kSignals, 0, {}, {0x10});
  add(1, kAllEarlier | kHostWaits, 0);
  Order order = read();
  ASSERT_EQ(order.commands.size(), 1U);
  EXPECT_EQ(order.commands[0].flags, kUserEvent);
  EXPECT_EQ(order.commands[0].event, 0x20U);
  EXPECT_EQ(order.commands[0].end, 1U);
  add(1, 0, 0, {1});
  add(0, kSignals, 0, {}, {0x20});
  add(1, kAllEarlier | kHostWaits, 0);
  order = read();
  ASSERT_EQ(order.commands.size(), 2U);
  EXPECT_EQ(order.commands[1].flags, kSignals);
  EXPECT_EQ(order.commands[1].waits, (std::vector<std::uint64_t>{0x20}));
  EXPECT_EQ(order.commands[1].actor, 3U);
}

// A wait in a callback ends nothing for other threads.
TEST_F(OrderTest, ACallbacksWaitEndsNoStretch) {
  add(1, 0, 0x100, {1});
  d_actor = kOfCallback | 1;
  add(0, kHostWaits, 0, {}, {0x100});
  EXPECT_FALSE(d_file.is_quiet());
  EXPECT_EQ(read().commands.size(), 2U);
}

// A handle that now denotes a user event no longer denotes a command.
TEST_F(OrderTest, AUserEventIsNotTheLatestCommandOfAQueue) {
  add(1, 0, 0x100, {1});
  add(0, kUserEvent, 0x100);
  add(0, kHostWaits, 0, {}, {0x100});
  EXPECT_FALSE(d_file.is_quiet());
}

TEST_F(OrderTest, SaysWhenItIsFull) {
  for (std::uint64_t i = 0; i <= kMostOrderSlots; ++i) add(1, 0, 0x1000 + i, {i}, {}, true);
  const Order order = read();
  EXPECT_EQ(order.commands.size(), kMostOrderSlots);
  EXPECT_TRUE(order.is_cut_off);
  EXPECT_EQ(std::filesystem::file_size(file()), kOrderHead + kMostOrderSlots * sizeof(OrderSlot));
}

TEST_F(OrderTest, DamagedFilesAreSaid) {
  add(1, 0, 0x100, {7}, {1});
  for (const std::string& text : {std::string("nothing"), read_text(file()).substr(0, kOrderHead + 8)}) {
    write_text(file(), text);
    std::vector<Remark> remarks;
    EXPECT_TRUE(read_order(file(), remarks).is_cut_off);
    EXPECT_EQ(remarks.size(), 1U);
  }
}

// Returns a capture of one process whose launches have the counters 0, 1, ...
Capture capture_of(std::vector<OrderedCommand> commands, std::size_t launches, bool out_of_order = true) {
  Capture capture;
  capture.processes.push_back({"1"});
  capture.processes[0].order.commands = std::move(commands);
  capture.queues = {{1, "1", 1, out_of_order}, {2, "1", 1, out_of_order}};
  for (std::size_t i = 0; i < launches; ++i) {
    Launch launch;
    launch.process = "1";
    launch.counter = i;
    capture.launches.push_back(launch);
  }
  return capture;
}

OrderedCommand launch(QueueId queue, std::uint32_t at, std::uint64_t counter) {
  return {queue, kIsLaunch, at, at, 0, counter, {}};
}

// Calls of two threads overlap: the barrier covers only calls that had returned, and calls that begin later.
TEST(Overlap, CallsThatOverlapAreNotOrdered) {
  OrderedCommand barrier{1, kAllEarlier | kBlocksLater, 0, 1, 0, 0, {}};
  const OrderedCommand during{1, kIsLaunch, 0, 0, 0, 0, {}};
  EXPECT_EQ(find_overlaps(capture_of({during, barrier, launch(1, 2, 1)}, 2)).pairs.size(), 1U);
  barrier.begin = 1;
  EXPECT_TRUE(find_overlaps(capture_of({during, barrier, launch(1, 2, 1)}, 2)).pairs.empty());
}

TEST(Overlap, AWaitOfTheHostHoldsForWhatBeginsBehindIt) {
  const OrderedCommand wait{1, kAllEarlier | kHostWaits, 1, 2, 0, 0, {}};
  OrderedCommand later = launch(2, 3, 1);
  EXPECT_TRUE(find_overlaps(capture_of({launch(1, 0, 0), wait, later}, 2)).pairs.empty());
  later.begin = 2;
  EXPECT_EQ(find_overlaps(capture_of({launch(1, 0, 0), wait, later}, 2)).pairs.size(), 1U);
}

TEST(Overlap, LaunchesOfOneCommandAreNotCompared) {
  OrderedCommand one = launch(1, 0, 0);
  one.flags |= kGoesOn;
  EXPECT_TRUE(find_overlaps(capture_of({one, launch(1, 0, 1)}, 2)).pairs.empty());
}

// More launches are in flight than are processed together.
TEST(Overlap, SaysWhenNotAllPairsWereLookedAt) {
  std::vector<OrderedCommand> commands;
  commands.reserve(2000);
  for (std::uint32_t i = 0; i < 2000; ++i) commands.push_back(launch(1 + i % 2, i, i % 4));
  const Overlaps overlaps = find_overlaps(capture_of(std::move(commands), 4));
  EXPECT_EQ(overlaps.limits.size(), 1U);
  EXPECT_EQ(overlaps.pairs.size(), 10U);
}

TEST(Overlap, ALongRunWithWaitsIsLookedAtWhole) {
  std::vector<OrderedCommand> commands;
  for (std::uint32_t i = 0; i < 6000; i += 3) {
    commands.push_back(launch(1, i, 0));
    commands.push_back(launch(2, i + 1, 1));
    commands.push_back({0, kHostWaits, i + 2, i + 2, 0, 0, {}});
    if (i % 2 == 0) {
      commands.push_back({1, kAllEarlier | kHostWaits, i + 2, i + 2, 0, 0, {}});
      commands.push_back({2, kAllEarlier | kHostWaits, i + 2, i + 2, 0, 0, {}});
    }
  }
  // The last launch is in no pair with launches that were running long before it.
  commands.push_back({1, kAllEarlier | kHostWaits, 6001, 6001, 0, 0, {}});
  commands.push_back({2, kAllEarlier | kHostWaits, 6002, 6002, 0, 0, {}});
  commands.push_back(launch(1, 6003, 2));
  const Overlaps overlaps = find_overlaps(capture_of(std::move(commands), 3));
  EXPECT_TRUE(overlaps.limits.empty());
  for (const Overlap& pair : overlaps.pairs) EXPECT_NE(pair.second, 2U);
  EXPECT_TRUE(std::ranges::find(overlaps.pairs, Overlap{0, 1}) != overlaps.pairs.end());
}

OrderedCommand host(unsigned flags, std::uint32_t at, std::uint64_t event, std::vector<std::uint64_t> waits,
                    Actor actor) {
  return {0, static_cast<std::uint8_t>(flags), at, at, event, 0, std::move(waits), actor};
}

OrderedCommand launch_with(QueueId queue, std::uint32_t at, std::uint64_t counter, std::uint64_t event,
                           std::vector<std::uint64_t> waits = {}) {
  return {queue, kIsLaunch, at, at, event, counter, std::move(waits)};
}

std::size_t pairs_of(std::vector<OrderedCommand> commands, std::size_t launches) {
  const Overlaps overlaps = find_overlaps(capture_of(std::move(commands), launches));
  EXPECT_TRUE(overlaps.limits.empty());
  return overlaps.pairs.size();
}

// The second waits for the user event 9; the first's event is 5.
std::vector<OrderedCommand> with_user_event(Actor waits, Actor signals) {
  return {host(kUserEvent, 0, 9, {}, 0), launch_with(1, 1, 0, 5), launch_with(2, 2, 1, 0, {9}),
          host(kHostWaits, 3, 0, {5}, waits), host(kSignals, 4, 0, {9}, signals)};
}

TEST(Overlap, AUserEventComesBehindWhatItsActorHasWaitedFor) {
  EXPECT_EQ(pairs_of(with_user_event(1, 1), 2), 0U);
  EXPECT_EQ(pairs_of(with_user_event(1, 2), 2), 1U) << "another thread";
  EXPECT_EQ(pairs_of(with_user_event(0, 0), 2), 1U) << "nobody knows who";
  EXPECT_EQ(pairs_of(with_user_event(kOfCallback, kOfCallback), 2), 1U) << "nobody knows which callback";
  auto commands = with_user_event(1, 1);
  std::swap(commands[3].begin, commands[4].begin);
  std::swap(commands[3].end, commands[4].end);
  EXPECT_EQ(pairs_of(commands, 2), 1U) << "the wait comes too late";
  commands = with_user_event(1, 1);
  commands.pop_back();
  EXPECT_EQ(pairs_of(commands, 2), 1U) << "nobody completes it";
  commands = with_user_event(1, 1);
  commands.insert(commands.begin() + 3, host(kUserEvent, 2, 9, {}, 0));
  EXPECT_EQ(pairs_of(commands, 2), 1U) << "it is another one, under the same handle";
}

TEST(Overlap, ACallbackKnowsItsEventAlone) {
  constexpr Actor kActor = kOfCallback | 1;
  const auto commands = [&](const OrderedCommand& between) {
    OrderedCommand second = launch_with(2, 4, 1, 0);
    second.actor = kActor;
    return std::vector{launch_with(1, 0, 0, 5), host(kCallback, 1, 0, {5}, kActor), between, second};
  };
  const OrderedCommand nothing = host(kHostWaits, 3, 0, {}, 7);
  EXPECT_EQ(pairs_of(commands(nothing), 2), 0U);
  EXPECT_EQ(pairs_of(commands(host(kCallback, 3, 0, {}, kActor)), 2), 1U)
      << "the next callback of that number";
  auto other = commands(nothing);
  other[3].actor = 0;
  EXPECT_EQ(pairs_of(other, 2), 1U) << "another thread, at the same time";
  other[2] = host(kHostWaits, 3, 0, {5}, kActor);
  EXPECT_EQ(pairs_of(other, 2), 1U) << "another thread, though the callback waits for it";
}

// An undecided pair stays undecided while the window moves on.
TEST(Overlap, AUserEventMayBeCompletedLongAfter) {
  for (const Actor who : {1, 2}) {
    std::vector<OrderedCommand> commands{host(kUserEvent, 0, 9, {}, 0)};
    std::uint32_t at = 1;
    const auto launch_and_wait = [&] {
      commands.push_back(launch_with(1, at++, 2, 7));
      commands.push_back(host(kHostWaits, at++, 0, {7}, 1));
    };
    for (int i = 0; i < 900; ++i) launch_and_wait();
    commands.push_back(launch_with(1, at++, 0, 5));
    commands.push_back(launch_with(2, at++, 1, 0, {9}));
    commands.push_back(host(kHostWaits, at++, 0, {5}, 1));
    for (int i = 0; i < 300; ++i) launch_and_wait();
    commands.push_back(host(kSignals, at, 0, {9}, who));
    EXPECT_EQ(pairs_of(commands, 3), who == 1 ? 0U : 2U);
  }
}

// More launches are in flight than are processed together. Some are dropped, and count as concurrent.
TEST(Overlap, SaysWhenTooManyUserEventsAreOpen) {
  std::vector<OrderedCommand> commands;
  std::uint32_t at = 0;
  for (std::uint64_t i = 0; i < 400; ++i) {
    commands.push_back(host(kUserEvent, at++, 1000 + i, {}, 0));
    commands.push_back(launch_with(1, at++, 0, 2000 + i));
    commands.push_back(launch_with(2, at++, 1, 0, {1000 + i}));
  }
  for (std::uint64_t i = 0; i < 400; ++i) {
    commands.push_back(host(kHostWaits, at++, 0, {2000 + i}, 1));
    commands.push_back(host(kSignals, at++, 0, {1000 + i}, 1));
  }
  const Overlaps overlaps = find_overlaps(capture_of(commands, 2, false));
  EXPECT_EQ(overlaps.pairs, (std::vector<Overlap>{{0, 1}}));
  EXPECT_EQ(overlaps.limits.size(), 1U);
}

TEST(Overlap, CutOffOrderIsSaid) {
  Capture capture = capture_of({}, 2);
  capture.processes[0].order.is_cut_off = true;
  EXPECT_EQ(find_overlaps(capture).limits.size(), 1U);
  capture.queues = {{1, "1", 1, false}};
  EXPECT_TRUE(find_overlaps(capture).limits.empty()) << "one queue in order has no launches at once";
}

}  // namespace
}  // namespace launchproof::capture
