// Barriers in memory, in place of the toolkit's header of this name.
#pragma once

#include "phases.h"

typedef unsigned long long __mbarrier_t;
typedef unsigned long long __mbarrier_token_t;

LAUNCHPROOF_FUNCTION void __mbarrier_init(__mbarrier_t* at, unsigned expected) {
  __launchproof_phase_init(at, expected);
}
LAUNCHPROOF_FUNCTION void __mbarrier_inval(__mbarrier_t* at) {
  __launchproof_phase_end(at);
}
LAUNCHPROOF_FUNCTION __mbarrier_token_t __mbarrier_arrive(__mbarrier_t* at) {
  return __launchproof_phase_arrive(at);
}
LAUNCHPROOF_FUNCTION __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t* at) {
  return __launchproof_phase_drop(at);
}
LAUNCHPROOF_FUNCTION bool __mbarrier_test_wait(__mbarrier_t* at, __mbarrier_token_t token) {
  return __launchproof_phase_test(at, token);
}
LAUNCHPROOF_FUNCTION bool __mbarrier_try_wait(__mbarrier_t* at, __mbarrier_token_t token, unsigned) {
  return __launchproof_phase_test(at, token);
}
LAUNCHPROOF_FUNCTION bool __mbarrier_test_wait_parity(__mbarrier_t* at, bool parity) {
  return __launchproof_phase_parity(at, parity ? 1 : 0);
}
LAUNCHPROOF_FUNCTION bool __mbarrier_try_wait_parity(__mbarrier_t* at, bool parity, unsigned) {
  return __launchproof_phase_parity(at, parity ? 1 : 0);
}
LAUNCHPROOF_FUNCTION unsigned __mbarrier_token_pending_count(__mbarrier_token_t) {
  __launchproof_phase_number();
  return 0;
}
LAUNCHPROOF_FUNCTION unsigned __mbarrier_maximum_count() {
  return (1u << 20) - 1;
}
