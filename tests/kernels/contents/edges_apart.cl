// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer to=16 --buffer reached=1024
// sibling: edges_meet.cl
// about: each edge has a place of its own, wherever it leads

__kernel void relax(__global const uchar *to, __global int *reached) {
  int edge = get_global_id(0);
  reached[edge] = to[edge];
}
