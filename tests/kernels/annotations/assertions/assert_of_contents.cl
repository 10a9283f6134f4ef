// expect: defect
// property: assertion
// lines: 8
// launch: --local-size 8 --num-groups 1 --buffer in=32
// about: an assertion about what memory holds needs that

__kernel void some(__global const int *in) {
  __assert(in[get_local_id(0)] != 5);
}
