// Files of Boogie axioms, which GPUVerify reads along with a kernel (--boogie-file).
#pragma once

#include <string>

namespace launchproof::cli {

// Throws UsageError if the file cannot be read, or if the kernel file names a function that it declares:
// Launchproof does not know the axioms, so it cannot reproduce GPUVerify's answer.
void check_axioms_unused(const std::string& file, const std::string& kernel_text);

}  // namespace launchproof::cli
