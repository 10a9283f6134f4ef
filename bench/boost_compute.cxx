// A program that uses Boost.Compute: sorts, scans, reductions, copies on a condition, searches.
// Built and run by bench/applications.py; prints results that do not change from run to run.
// An element is read by a queue of its own, so that the work of `queue` is waited for first.
#include <boost/compute.hpp>

#include <cstdio>
#include <cstdlib>
#include <vector>

namespace compute = boost::compute;

int main() {
  compute::device device = compute::system::default_device();
  compute::context context(device);
  compute::command_queue queue(context, device);

  std::vector<int> numbers(1000);
  for (std::size_t i = 0; i != numbers.size(); ++i) {
    numbers[i] = static_cast<int>(i * 7919 % 1009);
  }
  compute::vector<int> values(numbers.begin(), numbers.end(), queue);
  compute::vector<int> other(values.size(), context);

  std::printf("sum %d\n", compute::accumulate(values.begin(), values.end(), 0, queue));
  int largest = 0;
  compute::reduce(values.begin(), values.end(), &largest, compute::max<int>(), queue);
  std::printf("largest %d\n", largest);
  compute::inclusive_scan(values.begin(), values.end(), other.begin(), queue);
  queue.finish();
  std::printf("scanned %d\n", static_cast<int>(other[999]));
  compute::exclusive_scan(values.begin(), values.end(), other.begin(), queue);
  queue.finish();
  std::printf("scanned before %d\n", static_cast<int>(other[999]));
  auto end = compute::copy_if(values.begin(), values.end(), other.begin(), compute::lambda::_1 > 500, queue);
  std::printf("above 500: %d\n", static_cast<int>(end - other.begin()));
  std::printf("sevens: %d\n", static_cast<int>(compute::count(values.begin(), values.end(), 7, queue)));
  compute::sort(values.begin(), values.end(), queue);
  std::printf("sorted %d\n", static_cast<int>(compute::is_sorted(values.begin(), values.end(), queue)));
  std::printf(
      "found at %d\n",
      static_cast<int>(compute::lower_bound(values.begin(), values.end(), 600, queue) - values.begin()));
  compute::transform(values.begin(), values.end(), other.begin(), compute::lambda::_1 * 2 + 1, queue);
  compute::reverse(other.begin(), other.end(), queue);
  queue.finish();
  std::printf("first of the reversed %d\n", static_cast<int>(other[0]));
  compute::vector<int> keys(numbers.begin(), numbers.end(), queue);
  compute::sort_by_key(keys.begin(), keys.end(), other.begin(), queue);
  queue.finish();
  std::printf("first by key %d\n", static_cast<int>(other[0]));
  std::printf("distinct %d\n",
              static_cast<int>(compute::unique(keys.begin(), keys.end(), queue) - keys.begin()));
  // Boost.Compute keeps programs and queues beyond the end of main, which the driver may not outlive: one run in four
  // crashed while they were released, with or without Launchproof.
  std::fflush(stdout);
  std::_Exit(0);
}
