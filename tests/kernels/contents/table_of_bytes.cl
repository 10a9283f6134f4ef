// expect: verified
// sibling: table_of_fewer_bytes.cl
// launch: --local-size 4 --num-groups 2 --buffer in=32 --buffer out=32
// about: rounds of look-ups by a byte keep within the table, and what they come to decides no address

__constant uchar box[256] = {99, 124, 119, 123, 242, 107, 111, 197, 48, 1, 103, 43, 254, 215, 171, 118};

__kernel void rounds(__global const uint *in, __global uint *out) {
  int i = get_global_id(0);
  uint x = in[i], y = ~x;
  for (int r = 0; r < 12; r++) {
    uint t = box[x & 255] ^ box[y >> 24] << 8 ^ box[(x >> 8) % 256] << 16 ^ x >> 3;
    x = y + r;
    y = t ^ y << 5;
  }
  out[i] = x ^ y;
}
