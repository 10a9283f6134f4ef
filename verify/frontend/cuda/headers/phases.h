// Barriers that threads arrive at and wait for in two steps, and what waits for stages in turn
// (lower_phases() knows these functions). A place that is null is the barrier of the block itself.
#pragma once

LAUNCHPROOF_BUILTIN(void, __launchproof_phase_init, (void* at, unsigned arrivals), "launchproof.phase.init");
// The barrier is not used any more.
LAUNCHPROOF_BUILTIN(void, __launchproof_phase_end, (void* at), "launchproof.phase.end");
// Returns a token that tells the phase.
LAUNCHPROOF_BUILTIN(unsigned long long, __launchproof_phase_arrive, (void* at), "launchproof.phase.arrive");
LAUNCHPROOF_BUILTIN(void, __launchproof_phase_wait, (void* at, unsigned long long token),
                    "launchproof.phase.wait");
// Returns whether the phase has ended.
LAUNCHPROOF_BUILTIN(bool, __launchproof_phase_test, (void* at, unsigned long long token),
                    "launchproof.phase.test");
// Returns whether the phase of this parity has ended.
LAUNCHPROOF_BUILTIN(bool, __launchproof_phase_parity, (void* at, unsigned parity),
                    "launchproof.phase.parity");
// Arrives, and lets later phases expect one arrival less.
LAUNCHPROOF_BUILTIN(unsigned long long, __launchproof_phase_drop, (void* at), "launchproof.phase.drop");
// The current phase waits for the copies that follow.
LAUNCHPROOF_BUILTIN(void, __launchproof_phase_copy, (void* at), "launchproof.phase.copy");

// Arrives; threads wait for these arrivals in turn. `copies` is 1 where they wait for the copies made since
// the last such arrival, too.
LAUNCHPROOF_BUILTIN(void, __launchproof_phase_free, (void* at, unsigned copies), "launchproof.phase.free");
LAUNCHPROOF_BUILTIN(void, __launchproof_phase_push, (void* at, unsigned copies), "launchproof.phase.push");
LAUNCHPROOF_BUILTIN(void, __launchproof_phase_next, (void* at, unsigned copies), "launchproof.phase.next");

LAUNCHPROOF_BUILTIN(void, __launchproof_phase_several, (),
                    "launchproof.unsupported: a thread that arrives for several");
LAUNCHPROOF_BUILTIN(void, __launchproof_phase_scope, (),
                    "launchproof.unsupported: a barrier of another scope than the block");
LAUNCHPROOF_BUILTIN(void, __launchproof_phase_number, (),
                    "launchproof.unsupported: the number of arrivals that a phase waits for");
LAUNCHPROOF_BUILTIN(void, __launchproof_phase_handle, (),
                    "launchproof.unsupported: the handle of a barrier, or copies that count bytes");
LAUNCHPROOF_BUILTIN(void, __launchproof_phase_time, (),
                    "launchproof.unsupported: a wait at a barrier for some time");
LAUNCHPROOF_BUILTIN(void, __launchproof_pipeline_roles, (),
                    "launchproof.unsupported: a pipeline whose threads are producers or consumers");
LAUNCHPROOF_BUILTIN(void, __launchproof_pipeline_quit, (),
                    "launchproof.unsupported: a thread that leaves a pipeline");
