// expect: possible-defect
// property: data-race
// lines: 14
// launch: --local-size 8 --num-groups 1
// about: a replay with contents of its own reads before the start of an array whose size is not known, which a proof assumes not to happen
// replay: skip no contents show the race
// oracle: skip what sin() gives is left open

kernel void k(global int* o, global int* index, global int* p, global float* angle) {
  local int t[8];
  int l = get_local_id(0);
  t[l] = p[index[l]];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (sin(angle[l]) > 2.0f) o[0] = t[7 - l];
}
