// Errors in a capture that was given.
#pragma once

#include <stdexcept>
#include <string>

namespace launchproof::capture {

// what() is "place: cause; remedy".
class InputError : public std::runtime_error {
 public:
  InputError(std::string place, std::string cause, std::string remedy)
      : std::runtime_error(place + ": " + cause + "; " + remedy),
        d_place(std::move(place)),
        d_cause(std::move(cause)),
        d_remedy(std::move(remedy)) {}

  const std::string& place() const { return d_place; }
  const std::string& cause() const { return d_cause; }
  const std::string& remedy() const { return d_remedy; }

 private:
  std::string d_place, d_cause, d_remedy;
};

}  // namespace launchproof::capture
