// expect: defect
// property: data-race
// lines: 10 11
// launch: --local_size=[*] --num_groups=2
// oracle-launch: --local-size 4 --num-groups 2
// about: a group of any size of two and more turns its row round in local memory, without a barrier

__kernel void turned(__global int *out, __local int *row) {
  uint i = get_local_id(0), n = get_local_size(0);
  row[i] = i;
  out[get_group_id(0) * n + i] = row[n - 1 - i];
}
