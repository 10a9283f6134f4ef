// expect: verified
// launch: --local-size 4 --num-groups 2 --buffer out=64 --contents place=bytes:0000000001000000020000000300000004000000050000000600000007000000
// sibling: private_scope_once.cl
// about: an array in private memory whose scope begins anew in each round, and that each round writes

__kernel void rounds(__global const int *place, __global int *out) {
  int at = 0;
  for (int round = 0; round < place[7] - 5; ++round) {
    int row[100];
    if (round >= 0) row[place[0]] = place[get_global_id(0)];
    at = row[place[0]];
  }
  out[at] = get_global_id(0);
}
