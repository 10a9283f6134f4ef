"""Random kernels of sub-groups: ids and sizes name places, barriers of sub-groups order exchanges within one, and
collective functions stand in loops and behind branches.

The size is stated by an option or by the kernel, with or without the mapping, or by nobody. What slips: a place that is
the next one's, a partner in another sub-group, a fence for other memory, a branch or a number of iterations that differs
within a sub-group."""

from draws import Draws

PLACE = "get_sub_group_id() * get_max_sub_group_size() + get_sub_group_local_id()"


class SubGroups(Draws):
    def __init__(self, seed, slip=0.06):
        super().__init__(f"sub_groups {seed}", slip)
        self.seed = seed
        self.rows = self.pick(1, 1, 1, 2)
        self.size = self.pick(4, 6, 8, 8) if self.rows == 1 else self.pick(2, 4, 4)
        self.items = self.size * self.rows
        self.count = self.pick(1, 2)
        self.stated = self.pick(0, 0, 2, 4, 4, self.size, self.items, 3, 16)
        self.required = self.stated != 0 and self.chance(0.3)
        self.mapping = self.pick("linear", "linear", "any") if self.stated else self.pick("any", "any", "linear")

    def launch(self):
        sizes = (f"--local-size {self.size} --num-groups {self.count}" if self.rows == 1
                 else f"--local-size {self.size},{self.rows} --num-groups {self.count},1")
        given = [sizes, "--buffer out=4096", f"--arg n={self.random.randint(0, 5)}"]
        if self.stated and not self.required:
            given.append(f"--sub-group-size {self.stated}")
        given.append(f"--sub-group-mapping {self.mapping}")
        given.append('--build-options "-cl-std=CL2.0"')
        return " ".join(given)

    def value(self):
        return self.pick("own", "own * 3 + 1", "(int)get_global_id(0)", "own + n")

    def partner(self):
        """Returns another place of the work-item's sub-group, unless something slips."""
        if self.slip(2):
            return self.pick("own ^ 1", "own ^ 2", "0", "all - 1 - own", "(own + 1) % all", "own / 2")
        choices = ["first", "first + get_sub_group_size() - 1", "first + lane", "first + lane / 2",
                   "first + (lane + 1) % get_sub_group_size()"]
        if self.stated and self.mapping == "linear":
            choices += [f"own / {self.stated} * {self.stated}"]
        return self.pick(*choices)

    def barrier(self):
        flags = "CLK_LOCAL_MEM_FENCE" if self.space == "local" else "CLK_GLOBAL_MEM_FENCE"
        if self.slip():
            flags = self.pick("CLK_LOCAL_MEM_FENCE", "CLK_GLOBAL_MEM_FENCE", "0")
        scope = self.pick("", "", "", ", memory_scope_sub_group", ", memory_scope_work_group")
        if self.slip():
            scope = ", memory_scope_work_item"
        which = self.pick("sub_group_barrier", "sub_group_barrier", "sub_group_barrier", "work_group_barrier")
        if which == "work_group_barrier" and scope == ", memory_scope_sub_group":
            scope = ""
        self.emit(f"{which}({flags}{scope});")

    def mine(self):
        """Returns the work-item's own place: by position, or by local id if that is equivalent."""
        if self.slip():
            return self.pick("own / 2", "place + 1", "lane", "first")
        linear = self.mapping == "linear" and self.stated != 0
        return self.pick("place", "place", "own" if linear else "place")

    def exchange(self):
        target = self.target
        self.emit(f"{target}[{self.mine()}] = {self.value()};")
        if not self.slip():
            self.barrier()
        v = self.name("v")
        self.emit(f"int {v} = {target}[{self.partner()}];")
        self.emit(f"r += {v};")
        if self.chance(0.7):
            self.barrier()

    def uniform(self):
        """Returns a value that is uniform in a sub-group, unless something slips."""
        if self.slip(2):
            return self.pick("own < 2", "lane == 0", "lane < 2", "own % 2 == 0", "n > lane")
        return self.pick("get_sub_group_id() == 0", "get_sub_group_id() % 2 == 0", "n > 2",
                         "get_sub_group_size() == get_max_sub_group_size()", "sub_group_any(lane > n)",
                         "get_sub_group_id() + 1 < get_num_sub_groups()",
                         f"get_local_id({self.rows - 1}) < 1" if self.rows > 1 and self.stated == self.size else "n < 3")

    def collective(self):
        call = self.pick("sub_group_reduce_add(own)", "sub_group_scan_inclusive_add(own)", "sub_group_broadcast(own, 0)",
                         "sub_group_reduce_max(r)", "sub_group_all(n > 1)", "sub_group_scan_exclusive_max(r)")
        self.emit(f"r += {call};")

    def branch(self):
        self.braced(f"if ({self.uniform()})", self.exchange_within, self.collective)

    def exchange_within(self):
        """The same as an exchange, but without a barrier of the group, because that may not be inside of a
        branch."""
        flags = "CLK_LOCAL_MEM_FENCE" if self.space == "local" else "CLK_GLOBAL_MEM_FENCE"
        self.emit(f"{self.target}[{self.mine()}] = {self.value()};")
        self.emit(f"sub_group_barrier({flags});")
        self.emit(f"r += {self.target}[{self.partner()}];")
        self.emit(f"sub_group_barrier({flags});")

    def trips(self):
        i = self.name("i")
        if self.slip(2):
            bound = self.pick("lane", "own & 1", "own")
        else:
            bound = self.pick("n", "2", "get_sub_group_id() + 1", "sub_group_reduce_max(lane)", "(int)get_sub_group_size()",
                              "(int)get_num_sub_groups()")
        self.emit(f"int most{i} = {bound};")
        return f"for (int {i} = 0; {i} < most{i}; ++{i})"

    def loop(self):
        self.braced(self.trips(), self.exchange_within, self.collective, self.branch)

    def leaders(self):
        """One work-item of each sub-group writes the sub-group's place."""
        most = self.pick("get_num_sub_groups()", "get_num_sub_groups()", "get_enqueued_num_sub_groups()")
        self.emit(f"work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);")
        lane = self.pick("lane == 0", "lane == 0", "lane == (int)get_sub_group_size() - 1")
        if self.slip(2):
            lane = self.pick("lane < 2", "lane == 1", "n > 1")
        self.emit(f"if ({lane}) {self.target}[get_sub_group_id()] = r + own;")
        if not self.slip():
            self.emit(f"work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);")
        self.emit(f"if (own < {most}) r += {self.target}[own];")
        self.emit(f"work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);")

    def bounded(self):
        """Makes an array with as many places as ids or sizes can need, or one fewer."""
        index, most = self.pick(("lane", "s"), ("get_sub_group_id()", "c"), ("get_sub_group_size() - 1", "s"),
                                ("get_num_sub_groups() - 1", "c"))
        size = self.stated if self.stated and self.stated < self.items else self.items
        places = size if most == "s" else (-(-self.items // self.stated) if self.stated else self.items)
        if self.slip(2) and places > 1:
            places -= 1
        t = self.name("t")
        self.emit(f"int {t}[{places}];")
        self.emit(f"{t}[{index}] = own; r += {t}[{index}];")

    def make(self):
        self.space = self.pick("local", "local", "global")
        if self.space == "local":
            self.emit(f"__local int shared[{self.items}];")
        else:
            self.emit(f"__global int *shared = out + 512 + get_group_id(0) * {self.items};")
        self.target = "shared"
        self.emit(f"int own = get_local_id(0) + {self.size} * get_local_id(1), all = {self.items}, r = n;")
        self.emit("int lane = get_sub_group_local_id(), first = get_sub_group_id() * get_max_sub_group_size();")
        self.emit("int place = first + lane;")
        for number in range(self.random.randint(1, 3)):
            self.pick(self.exchange, self.exchange, self.branch, self.loop, self.leaders, self.bounded, self.collective)()
            if self.chance(0.3):
                self.emit("work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);")
        self.emit(f"out[get_group_id(0) * {self.items} + {'own' if not self.slip() else self.pick('lane', 'own / 2', 'r & 7')}] = r;")
        header = [f"// launch: {self.launch()}", f"// about: generated from seed {self.seed}", ""]
        attribute = f"__attribute__((intel_reqd_sub_group_size({self.stated}))) " if self.required else ""
        return ("\n".join(header) + "\n#pragma OPENCL EXTENSION cl_khr_subgroups : enable\n\n" + attribute +
                "__kernel void k(__global int *out, int n) {\n" + "\n".join(self.lines) + "\n}\n")
