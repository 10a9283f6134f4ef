// expect: defect
// property: out-of-bounds
// lines: 11
// launch: --local-size 64 --num-groups 1 --buffer out=256
// about: a private array has two elements, and the third one is written: promotion to values must not remove the write

__kernel void fill(__global int *out) {
  int pair[2] = {1, 2};
  int last = 1;
  last += 1;
  pair[last] = get_local_id(0);
  out[get_global_id(0)] = pair[0];
}
