// expect: defect
// property: assertion
// lines: 10
// launch: --local-size 8 --num-groups 1 --buffer out=32
// about: the loop makes one round more

__kernel void some(__global int *out) {
  int i = get_local_id(0), j = 0;
  while (j <= 3 * i) j += 3;
  __assert(j == 3 * i);
  out[i] = j;
}
