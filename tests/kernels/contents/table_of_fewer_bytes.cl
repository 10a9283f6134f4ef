// expect: defect
// property: out-of-bounds
// lines: 15
// launch: --local-size 4 --num-groups 2 --buffer in=128 --buffer out=128
// about: a byte may be 240 and more

__constant uchar box[240] = {99, 124, 119, 123, 242, 107, 111, 197, 48, 1, 103, 43, 254, 215, 171, 118};

__kernel void rounds(__global const uchar *in, __global uchar *out) {
  int i = get_global_id(0);
  uchar s[16], t[16];
  for (int k = 0; k < 16; k++) s[k] = in[16 * i + k];
  for (int r = 0; r < 12; r++) {
    for (int k = 0; k < 16; k++) t[k] = box[s[(5 * k) & 15]];
    for (int k = 0; k < 16; k++) s[k] = t[k] ^ t[(k + 1) & 15] ^ (t[(k + 2) & 15] << 1) ^ r;
  }
  for (int k = 0; k < 16; k++) out[16 * i + k] = s[k];
}
