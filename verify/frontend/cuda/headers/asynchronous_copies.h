// Copies from global to shared memory that go on while the thread does other work (CUDA C++ Programming
// Guide, "Pipeline Interface"; PTX ISA 9.0, section 9.7.9.25.3). lower_copies() knows these functions.
#pragma once

// Copies `given` bytes and fills the rest with zeros up to `bytes`, a constant: 4, 8 or 16.
LAUNCHPROOF_BUILTIN(void, __launchproof_copy, (void* to, const void* from, unsigned bytes, unsigned given),
                    "launchproof.copy");
// Copies any number of bytes.
LAUNCHPROOF_BUILTIN(void, __launchproof_copy_bytes, (void* to, const void* from, size_t bytes),
                    "launchproof.copy.bytes");
// Makes a group of the copies since the last group.
LAUNCHPROOF_BUILTIN(void, __launchproof_copy_commit, (), "launchproof.copy.commit");
// Waits until at most the last `groups` groups are in flight.
LAUNCHPROOF_BUILTIN(void, __launchproof_copy_wait, (unsigned groups), "launchproof.copy.wait");
LAUNCHPROOF_BUILTIN(void, __launchproof_copy_wait_all, (), "launchproof.copy.wait_all");

// Barriers in memory, and copies of blocks of memory that they wait for (PTX ISA 9.0, sections 9.7.9.25.4 and
// 9.7.13.15). lower_queues() knows these functions.
LAUNCHPROOF_BUILTIN(void, __launchproof_barrier_init, (void* at, unsigned arrivals),
                    "launchproof.queue.init");
// Arrives; the phase waits for so many bytes of copies more.
LAUNCHPROOF_BUILTIN(void, __launchproof_barrier_expect, (void* at, unsigned bytes),
                    "launchproof.queue.expect");
// Returns whether the phase of this parity has ended.
LAUNCHPROOF_BUILTIN(bool, __launchproof_barrier_wait, (void* at, unsigned parity), "launchproof.queue.wait");
// From here on its bytes are no barrier.
LAUNCHPROOF_BUILTIN(void, __launchproof_barrier_end, (void* at), "launchproof.queue.end");
LAUNCHPROOF_BUILTIN(void, __launchproof_block_copy, (void* to, const void* from, unsigned bytes, void* at),
                    "launchproof.queue.copy");
// Shows what the thread has stored to copies of blocks of memory and to tensor cores. `memories`: 1 for
// shared memory, 2 for global memory, 4 for barriers that it has initialised.
LAUNCHPROOF_BUILTIN(void, __launchproof_proxy_fence, (unsigned memories), "launchproof.queue.fence");

// Copies of blocks of memory from shared to global memory, in groups of the thread that starts them (PTX ISA
// 9.0, section 9.7.9.25.4). lower_copies() knows these functions, too.
LAUNCHPROOF_BUILTIN(void, __launchproof_bulk_copy, (void* to, const void* from, unsigned bytes),
                    "launchproof.bulk.copy");
LAUNCHPROOF_BUILTIN(void, __launchproof_bulk_commit, (), "launchproof.bulk.commit");
LAUNCHPROOF_BUILTIN(void, __launchproof_bulk_wait, (unsigned groups), "launchproof.bulk.wait");
// Waits until they have read what they copy.
LAUNCHPROOF_BUILTIN(void, __launchproof_bulk_wait_read, (unsigned groups), "launchproof.bulk.wait_read");
// Combines each element with what is there, by an atomic operation that the name of the function ends with.
#define LAUNCHPROOF_REDUCTION(type, letter, operation)                                                     \
  LAUNCHPROOF_BUILTIN(void, __launchproof_bulk_##operation, (type * to, const type* from, unsigned bytes), \
                      "launchproof.bulk.reduce." letter #operation);
#define LAUNCHPROOF_REDUCTIONS(type, letter)     \
  LAUNCHPROOF_REDUCTION(type, letter, fetch_min) \
  LAUNCHPROOF_REDUCTION(type, letter, fetch_max) \
  LAUNCHPROOF_REDUCTION(type, letter, fetch_and) \
  LAUNCHPROOF_REDUCTION(type, letter, fetch_or)  \
  LAUNCHPROOF_REDUCTION(type, letter, fetch_xor)
LAUNCHPROOF_REDUCTIONS(int, "i")
LAUNCHPROOF_REDUCTIONS(unsigned int, "j")
LAUNCHPROOF_REDUCTIONS(long long, "l")
LAUNCHPROOF_REDUCTIONS(unsigned long long, "m")
LAUNCHPROOF_REDUCTION(unsigned int, "j", fetch_add)
LAUNCHPROOF_REDUCTION(unsigned long long, "m", fetch_add)
LAUNCHPROOF_REDUCTION(float, "f", fetch_add)
LAUNCHPROOF_REDUCTION(double, "d", fetch_add)
#undef LAUNCHPROOF_REDUCTION
#undef LAUNCHPROOF_REDUCTIONS

// Matrices that tensor cores read from shared memory while the threads do other work, in groups (PTX ISA 9.0,
// section 9.7.15). A matrix has so many rows of 32 bytes.
LAUNCHPROOF_BUILTIN(void, __launchproof_matrix_read, (unsigned long long descriptor, unsigned rows),
                    "launchproof.matrix.read");
// Orders accesses to registers before the next products.
LAUNCHPROOF_BUILTIN(void, __launchproof_matrix_fence, (), "launchproof.matrix.fence");
// Stores in registers that products use.
LAUNCHPROOF_BUILTIN(void, __launchproof_matrix_touch, (), "launchproof.matrix.touch");
LAUNCHPROOF_BUILTIN(void, __launchproof_matrix_commit, (), "launchproof.matrix.commit");
LAUNCHPROOF_BUILTIN(void, __launchproof_matrix_wait, (unsigned groups), "launchproof.matrix.wait");

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
