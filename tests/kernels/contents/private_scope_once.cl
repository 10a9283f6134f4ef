// expect: possible-defect
// property: data-race
// lines: 15
// launch: --local-size 4 --num-groups 2 --buffer out=64 --contents place=bytes:0000000001000000020000000300000004000000050000000600000007000000
// oracle: skip what it finds in memory that nothing wrote is one value of many
// about: the second round reads an array that the first one alone has written, and whose scope began anew

__kernel void rounds(__global const int *place, __global int *out) {
  int at = 0;
  for (int round = 0; round < place[7] - 5; ++round) {
    int row[100];
    if (round == 0) row[place[0]] = place[get_global_id(0)];
    at = row[place[0]];
  }
  out[at] = get_global_id(0);
}
