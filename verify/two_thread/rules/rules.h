// The rules, each in a file of its own; rules.def says what each guesses.
#pragma once

#include <vector>

#include "verify/two_thread/terms/head.h"

namespace launchproof::two_thread {

void access_break(const Head& head, std::vector<Guess>& into);
void accessed_offsets(const Head& head, std::vector<Guess>& into);
void access_lower_bound(const Head& head, std::vector<Guess>& into);
void access_upper_bound(const Head& head, std::vector<Guess>& into);
void access_value(const Head& head, std::vector<Guess>& into);
void accessed_range(const Head& head, std::vector<Guess>& into);
void only_if_enabled(const Head& head, std::vector<Guess>& into);
void conditions_imply_enabled(const Head& head, std::vector<Guess>& into);
void copies_in_flight(const Head& head, std::vector<Guess>& into);
void disabled_maintains(const Head& head, std::vector<Guess>& into);
void guard_minus_initial(const Head& head, std::vector<Guess>& into);
void guard_not_negative(const Head& head, std::vector<Guess>& into);
void loop_bound(const Head& head, std::vector<Guess>& into);
void strided(const Head& head, std::vector<Guess>& into);
void predicates_equal(const Head& head, std::vector<Guess>& into);
void no_read(const Head& head, std::vector<Guess>& into);
void no_write(const Head& head, std::vector<Guess>& into);
void no_atomic(const Head& head, std::vector<Guess>& into);
void power_of_two(const Head& head, std::vector<Guess>& into);
void power_not_zero(const Head& head, std::vector<Guess>& into);
void values_equal(const Head& head, std::vector<Guess>& into);
void related_powers(const Head& head, std::vector<Guess>& into);
void same_warp_no_access(const Head& head, std::vector<Guess>& into);
void found_by_counter(const Head& head, std::vector<Guess>& into);
void guard_bound(const Head& head, std::vector<Guess>& into);

}  // namespace launchproof::two_thread
