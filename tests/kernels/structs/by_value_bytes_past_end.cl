// expect: defect
// property: out-of-bounds
// lines: 22
// launch: --local-size 4 --num-groups 2 --buffer out=64 --arg b=bytes:0000000002000000020000000000803f
// about: the same with an offset of two elements, so that the last work-item writes past the end

typedef union {
  struct {
    int x, y;
  } at;
  int index[2];
} place;

typedef struct {
  place where;
  int scale;
  float weight;
} block;

__kernel void weighted(__global float *out, block b) {
  int id = get_global_id(0);
  out[b.where.index[0] + (id * b.scale + b.where.at.y)] = b.weight;
}
