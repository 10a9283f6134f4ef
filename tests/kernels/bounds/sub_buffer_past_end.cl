// expect: defect
// property: out-of-bounds
// lines: 9
// launch: --local-size 8 --num-groups 1 --buffer all=128 --buffer part=@all+64:32
// about: accesses leave the sub-buffer, though not the memory object

__kernel void part_only(__global const int *all, __global int *part) {
  int i = get_global_id(0);
  part[i + 1] = all[i];
}
