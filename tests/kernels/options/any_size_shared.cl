// expect: defect
// property: data-race
// lines: 9
// launch: --local_size=* --num_groups=*
// oracle-launch: --local-size 4 --num-groups 2
// about: two work-items store to one element wherever there are two

__kernel void number(__global int *out) {
  out[get_global_id(0) / 2] = get_global_id(0);
}
