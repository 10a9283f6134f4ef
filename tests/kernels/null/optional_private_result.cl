// expect: verified
// launch: --local-size 4 --num-groups 1 --buffer out=16 --arg rounds=6
// sibling: optional_private_result_swapped.cl
// about: in every other round a function is handed a private array to put its result into, and else null

void mix(uint *result, uint *state, uint round) {
  if (result) {
    result[round & 1] = state[round % 3];
    return;
  }
  state[round % 3] += round;
}

__kernel void rounds_of(__global uint *out, uint rounds) {
  uint state[3] = {1, 2, 3};
  uint result[2] = {0, 0};
  for (uint round = 0; round < rounds; ++round) mix(round % 2 ? result : 0, state, round);
  out[get_global_id(0)] = result[0] + result[1] + state[2];
}
