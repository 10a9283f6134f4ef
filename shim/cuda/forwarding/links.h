// Modules that the driver links for the application. Their images do not show their inputs.
#pragma once

#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

namespace launchproof::cuda {

// May be used from any thread.
class Links {
 public:
  // Adds an input of a link. `type` is a CUjitInputType.
  void add(const void* link, int type, std::string_view bytes);
  // Records the result of a link. The result represents its only input besides libraries, if that is PTX or a
  // fat binary.
  void complete(const void* link, std::string_view result);
  void destroy(const void* link);
  // Returns the image that represents this one: the input that it was linked from, or itself.
  std::string source_of(std::string_view image) const;

 private:
  struct Input {
    int type = 0;
    std::string bytes;
  };
  struct Result {
    std::string bytes, source;
  };
  static constexpr std::size_t kMostResults = 64;  // limit, since results are loaded as modules soon or never

  mutable std::mutex d_mutex;
  std::map<const void*, std::deque<Input>> d_links;
  std::deque<Result> d_results;  // the newest last
};

}  // namespace launchproof::cuda
