// expect: possible-defect
// property: assertion
// lines: 10
// launch: --local-size 8 --num-groups 2 --buffer next=64 --buffer out=64
// about: another work-item may have found it
// oracle: skip it does not know what speaks of accesses
// replay: skip what annotations say of accesses is not executed

__kernel void some(__global int *next, __global int *out) {
  __assert(!__atomic_has_taken_value(next, 0, 5));
  atomic_inc(next);
}
