// The arguments of a launch for callers that do not have them as capture::Argument. They are written one by
// one into the launch's line while it is created.
#pragma once

#include <string_view>

#include "capture/types.h"

namespace launchproof::capture {

class JsonText;

class ArgumentsText {
 public:
  explicit ArgumentsText(JsonText& json) : d_json(json) {}

  // Adds the next argument, a value with these bytes.
  void add_value(std::string_view name, std::string_view type, std::string_view bytes);
  // Adds the next argument, of any kind. The parameters are the members of capture::Argument.
  void add(std::string_view name, std::string_view type, bool is_const, const ArgumentValue& value);

 private:
  void begin(std::string_view name, std::string_view type, bool is_const);

  JsonText& d_json;
};

class LaunchArguments {
 public:
  // Adds all arguments in order. Called while the writer creates the line, so it must not call the writer.
  virtual void write(ArgumentsText& text) const = 0;

 protected:
  ~LaunchArguments() = default;
};

}  // namespace launchproof::capture
