// The file of the order, and what is made of it.
#include "capture/order_file.h"

#include "capture/order_reader.h"
#include "capture/overlap.h"
#include "tests/capture/fixture.h"

namespace launchproof::capture {
namespace {

class OrderTest : public CaptureTest {
 protected:
  // A command whose call nothing else falls into.
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
};

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
  // Not the latest one's event: something is under way.
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

// A launch whose call had not returned when the wait began may go on.
TEST_F(OrderTest, DoesNotTakeAWaitForOneOfLaterCalls) {
  CommandNote wait;
  wait.queue = 1;
  wait.flags = kAllEarlier | kHostWaits;
  wait.begin = d_file.now();
  add(1, 0, 0, {1});
  d_file.add(wait, file());
  EXPECT_EQ(read().commands.size(), 2U);
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

// A capture of one process whose launches have the counters 0, 1, ...
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

// Calls of two threads that overlap: the barrier holds only for what had returned, and for what comes later.
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

// More launches under way than are looked at together.
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
  // The last one alone is in no pair with what was under way long before.
  commands.push_back({1, kAllEarlier | kHostWaits, 6001, 6001, 0, 0, {}});
  commands.push_back({2, kAllEarlier | kHostWaits, 6002, 6002, 0, 0, {}});
  commands.push_back(launch(1, 6003, 2));
  const Overlaps overlaps = find_overlaps(capture_of(std::move(commands), 3));
  EXPECT_TRUE(overlaps.limits.empty());
  for (const Overlap& pair : overlaps.pairs) EXPECT_NE(pair.second, 2U);
  EXPECT_TRUE(std::ranges::find(overlaps.pairs, Overlap{0, 1}) != overlaps.pairs.end());
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
