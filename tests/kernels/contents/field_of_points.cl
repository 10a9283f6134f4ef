// expect: verified
// launch: --local-size 4 --num-groups 2 --buffer cost=64 --contents points=bytes:0000803f0000000002000000000000000000803f000000000000803f0000000005000000000000000000803f000000000000803f0000000002000000000000000000803f000000000000803f0000000002000000000000000000803f000000000000803f0000000005000000000000000000803f000000000000803f0000000005000000000000000000803f000000000000803f0000000002000000000000000000803f000000000000803f0000000005000000000000000000803f00000000 --contents slot=bytes:000010004d00000000000000fbffffff9f86010001000000feffffff00000040 --contents coordinates=bytes:5839343c6f12c33e8941403fee7c8f3f17d9be3f3f35ee3fb4c80e40c9762640dd243e40f2d2554006816d408d978240986e8e40a2459a40ac1ca640b6f3b140
// sibling: field_of_points_beside.cl
// about: A field of structures names entries of a table whose others are far off; floats decide who reads them.

typedef struct {
  float weight;
  long assigned;
  float cost;
} Point;

__kernel void k(__global float* cost, __global const Point* points, __global const int* slot,
                __global const float* coordinates) {
  int i = get_global_id(0);
  float distance = 0;
  for (int d = 0; d < 2; d++) distance += coordinates[2 * i + d] * coordinates[d];
  if (distance * points[i].weight < points[i].cost)
    cost[2 * i] = distance;
  else
    cost[2 * i + slot[points[i].assigned]] += distance;
}
