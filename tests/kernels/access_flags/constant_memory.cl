// expect: verified
// launch: --local-size 4 --num-groups 2 --buffer table=16 --buffer out=32 --access table=read-only
// sibling: constant_memory_write_only.cl
// about: constant memory may be read-only

__kernel void look_up(__constant int *table, __global int *out) {
  out[get_global_id(0)] = table[get_local_id(0)];
}
