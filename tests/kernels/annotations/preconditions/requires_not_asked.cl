// expect: defect
// property: data-race
// lines: 10
// launch: --local-size 8 --num-groups 1 --buffer out=32 --arg n=4
// about: a precondition to which no work-item comes is no promise

__kernel void some(__global int *out, int n) {
  int i = get_local_id(0);
  if (n > 4) __requires(i < n);
  out[i % n] = i;
}
