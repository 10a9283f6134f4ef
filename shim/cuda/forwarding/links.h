// Modules that the application has the driver link, of whose result nobody could say what it was made of.
#pragma once

#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

namespace launchproof::cuda {

// Can be used from any thread.
class Links {
 public:
  // Takes up an input of a link. `type` is a CUjitInputType.
  void add(const void* link, int type, std::string_view bytes);
  // Takes up the result. It is of one input if it has one besides libraries, and that is PTX or a fat binary.
  void complete(const void* link, std::string_view result);
  void destroy(const void* link);
  // Returns the image that stands for this one: the input that it was linked from, or itself.
  std::string source_of(std::string_view image) const;

 private:
  struct Input {
    int type = 0;
    std::string bytes;
  };
  struct Result {
    std::string bytes, source;
  };
  static constexpr std::size_t kMostResults = 64;  // that are loaded as modules soon, or never

  mutable std::mutex d_mutex;
  std::map<const void*, std::deque<Input>> d_links;
  std::deque<Result> d_results;  // the newest last
};

}  // namespace launchproof::cuda
