// expect: verified
// launch: --local-size 4 --num-groups 2 --buffer out=284 --contents a=bytes:05000000 --contents b=bytes:07000000 --buffer flags=32
// sibling: chosen_table_by_item.cl
// about: All work-items read one table or the other, and find the same there.

__kernel void k(__global int* out, __global const int* a, __global const int* b, __global const int* flags) {
  __global const int* p = flags[0] ? a : b;
  out[(p[0] & 63) + get_global_id(0)] = get_global_id(0);
}
