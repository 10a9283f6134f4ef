// expect: defect
// property: data-race
// lines: 9
// launch: --local-size 4 --num-groups 2 --buffer out=284 --contents a=bytes:05000000 --contents b=bytes:07000000 --buffer flags=32
// about: Each work-item has its own choice of the table.

__kernel void k(__global int* out, __global const int* a, __global const int* b, __global const int* flags) {
  __global const int* p = flags[get_global_id(0)] ? a : b;
  out[(p[0] & 63) + get_global_id(0)] = get_global_id(0);
}
