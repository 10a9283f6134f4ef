// expect: defect
// property: data-race
// lines: 9
// launch: --local-size 8 --num-groups 2 --buffer to=16 --buffer reached=1024
// about: two edges may lead to one vertex, as nothing is known of where they lead

__kernel void relax(__global const uchar *to, __global int *reached) {
  int edge = get_global_id(0);
  reached[to[edge]] = edge;
}
