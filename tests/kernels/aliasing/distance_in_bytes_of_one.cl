// expect: verified
// launch: --local-size 8 --num-groups 2 --buffer first=96 --buffer second=@first+1:92
// sibling: distance_in_bytes.cl
// about: the arguments begin one byte apart

__kernel void apart(__global char *first, __global char *second) {
  int i = get_global_id(0);
  int step = (int)((uintptr_t)second - (uintptr_t)first);
  first[i / step] = (char)i;
}
