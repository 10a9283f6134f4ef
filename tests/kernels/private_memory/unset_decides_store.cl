// expect: possible-defect
// property: data-race
// lines: 11
// launch: --local-size 8 --num-groups 2 --buffer in=16 --buffer log=64 --buffer out=1024
// oracle: skip what is read is undefined
// about: A variable that nothing set decides whether the two accesses are made.

kernel void k(global const uchar* in, global int* log, global int* out) {
  int i = get_global_id(0);
  int unset[2];
  if (unset[i & 1] <= 0) out[in[i]] = i;
  log[i] = i;
}
