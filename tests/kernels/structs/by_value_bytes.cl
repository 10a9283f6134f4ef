// expect: verified
// launch: --local-size 4 --num-groups 2 --buffer out=64 --arg b=bytes:0000000001000000020000000000803f
// sibling: by_value_bytes_past_end.cl
// about: a structure that is given as bytes: a union, an array in it and a float

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
