// expect: possible-defect
// property: assertion
// lines: 11
// launch: --local-size 8 --num-groups 2 --buffer next=4 --buffer out=64
// about: the value after it need not be
// oracle: skip it does not know what speaks of accesses
// replay: skip what annotations say of accesses is not executed

__kernel void some(__global int *next, __global int *out) {
  int was = atomic_inc(next);
  __assert(__atomic_has_taken_value(next, 0, was + 1));
  out[get_global_id(0)] = was;
}
