typedef struct { char tag; int number; short pair[3]; float4 place; } item;
typedef union { int i; uchar b[4]; } bits;
__constant int table[8] = {3, 1, 4, 1, 5, 9, 2, 6};
item make(int n) {
  item x;
  x.tag = n; x.number = n * 7; x.pair[0] = n; x.pair[1] = n + 1; x.pair[2] = n >> 3; x.place = (float4)(n, n + 1, n + 2, n + 3);
  return x;
}
__kernel void k(__global const int *a, __global int *out) {
  int i = get_global_id(0);
  item all[4];
  for (int j = 0; j < 4; ++j) all[j] = make(a[i] % 1000 + j);
  item one = all[a[i] & 3];
  bits b;
  b.i = a[i];
  int own[5] = {1, 2, 3, 4, 5};
  own[a[i] & 3] += table[i & 7];
  int sum = 0;
  for (int j = 0; j < 5; ++j) sum = sum * 31 + own[j];
  out[4 * i] = one.number + one.tag + one.pair[a[i] & 1] + (int)one.place.z;
  out[4 * i + 1] = b.b[0] | b.b[3] << 8;
  out[4 * i + 2] = sum;
  out[4 * i + 3] = sizeof(item) + (int)(all + 2 - all);
}
