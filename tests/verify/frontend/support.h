// Helpers that create models in tests.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "verify/frontend/frontend.h"

namespace launchproof::frontend {

// Returns the model of the only kernel in a source that compiles. It is checked with validate() and must have
// no unsupported items.
inline model::KernelModel model_of(const std::string& text, const std::string& options = "",
                                   const DeviceEnvironment& device = {}) {
  const Translation result = translate({{"test.cl", text, options, "", {}}}, device);
  for (const CompilerMessage& message : result.messages)
    EXPECT_FALSE(message.is_error) << message.line << ": " << message.text;
  if (result.kernels.size() != 1) {
    ADD_FAILURE() << result.kernels.size() << " kernels in\n" << text;
    return {};
  }
  const model::KernelModel& kernel = result.kernels.front();
  EXPECT_EQ(model::validate(kernel), "") << model::to_text(kernel);
  for (const model::UnsupportedItem& item : kernel.unsupported)
    ADD_FAILURE() << "unsupported: " << item.construct << " at " << model::describe(kernel, item.location);
  return kernel;
}

}  // namespace launchproof::frontend
