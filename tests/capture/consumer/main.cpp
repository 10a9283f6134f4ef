// Prints how often each kernel of a capture was launched.
#include <cstdint>
#include <iostream>
#include <map>
#include <string>

#include "capture/error.h"
#include "capture/launch_class.h"
#include "capture/reader.h"

int main(int count, char** words) {
  using namespace launchproof;
  if (count != 2) return 2;
  try {
    const capture::Capture capture = capture::read_capture(words[1]);
    std::map<std::string, std::uint64_t> launches;
    for (const capture::LaunchClass& one : capture::classify(capture))
      launches[capture.launches[one.first].kernel] += one.count;
    for (const auto& [kernel, number] : launches) std::cout << kernel << " " << number << "\n";
  } catch (const capture::InputError& error) {
    std::cerr << error.what() << "\n";
    return 2;
  }
}
