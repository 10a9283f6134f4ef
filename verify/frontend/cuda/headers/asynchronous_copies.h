// Copies from global to shared memory that go on while the thread does other work (CUDA C++ Programming
// Guide, "Pipeline Interface"; PTX ISA 9.0, section 9.7.9.25.3). lower_copies() knows these functions.
#pragma once

// Copies `given` bytes and fills the rest with zeros up to `bytes`, a constant: 4, 8 or 16.
LAUNCHPROOF_BUILTIN(void, __launchproof_copy, (void* to, const void* from, unsigned bytes, unsigned given),
                    "launchproof.copy");
// Makes a group of the copies since the last group.
LAUNCHPROOF_BUILTIN(void, __launchproof_copy_commit, (), "launchproof.copy.commit");
// Waits until at most the last `groups` groups are in flight; `groups` is constant.
LAUNCHPROOF_BUILTIN(void, __launchproof_copy_wait, (unsigned groups), "launchproof.copy.wait");
LAUNCHPROOF_BUILTIN(void, __launchproof_copy_wait_all, (), "launchproof.copy.wait_all");

LAUNCHPROOF_FUNCTION void __pipeline_memcpy_async(void* to, const void* from, size_t bytes,
                                                  size_t zeros = 0) {
  __launchproof_copy(to, from, (unsigned)bytes, (unsigned)(bytes - zeros));
}
LAUNCHPROOF_FUNCTION void __pipeline_commit() {
  __launchproof_copy_commit();
}
LAUNCHPROOF_FUNCTION void __pipeline_wait_prior(size_t groups) {
  __launchproof_copy_wait((unsigned)groups);
}
