// Filtering and sorting of the index: every word must be in the row; "out-of-bounds:defect" is one word, and "file:a.cl" looks at files alone.
// All state is in the URL's fragment: #v=defect,unknown&p=data-race&new=1&q=sum&sort=-seconds&at=c3.
"use strict";
(() => {
  const form = document.querySelector(".filter");
  const table = document.querySelector("table.index");
  let rows = [...table.tBodies[0].rows];
  const none = document.querySelector(".empty");
  const boxes = [...form.querySelectorAll("input[name=verdict]")];
  const more = document.querySelector(".more");
  const packs = [...document.querySelectorAll("script.pack")];
  const packedRows = document.querySelector("script.rows");
  const step = rows.length;
  const details = document.getElementById("details");
  const section = (row) => document.getElementById(row.dataset.class);
  // The text that columns are filtered and sorted by, where it is not that of the whole cell.
  const parts = {
    kernel: (row) => row.cells[1].firstChild.textContent,
    file: (row) => row.cells[1].lastChild.textContent,
    launch: (row) => row.cells[2].firstChild.textContent,
    site: (row) => row.cells[2].querySelector("small")?.textContent || "",
    property: (row) => row.dataset.open,
    verdict: (row) => row.cells[0].dataset.value,
    launches: (row) => row.cells[4].dataset.value,
    seconds: (row) => row.cells[5].dataset.value,
  };
  const texts = new Map();
  const textOf = (row) => {
    if (!texts.has(row)) texts.set(row, row.textContent.toLowerCase().replaceAll(": ", ":"));
    return texts.get(row);
  };
  const has = (row, word) => {
    const found = /^(kernel|file|launch|site):(.+)/.exec(word);
    return found ? parts[found[1]](row).toLowerCase().includes(found[2]) : textOf(row).includes(word);
  };
  let state = new URLSearchParams();
  let limit = step;

  const apply = () => {
    const verdicts = (state.get("v") || "").split(",").filter(Boolean);
    const words = (state.get("q") || "").toLowerCase().split(/\s+/).filter(Boolean);
    const property = state.get("p") || "";
    const fresh = Boolean(form.elements.new && state.get("new"));
    let found = 0;
    for (const row of sort(state.get("sort") || "")) {
      const fits = (!fresh || "new" in row.dataset) && (!verdicts.length || verdicts.includes(row.dataset.verdict)) &&
        (!property || row.dataset.open.split(" ").includes(property)) && words.every((word) => has(row, word));
      found += fits ? 1 : 0;
      row.hidden = !fits || found > limit;
      const its = section(row);
      if (its) its.hidden = !fits;
    }
    none.hidden = found > 0 || !rows.length;
    more.hidden = found <= limit;
    more.querySelector("span").textContent = `${limit} of ${found} rows are shown.`;
    form.property.value = property;
    if (form.property.selectedIndex < 0) form.property.value = "";
    if (form.elements.new) form.elements.new.checked = fresh;
    for (const box of boxes) box.checked = verdicts.includes(box.value);
    if (form.q.value.trim() !== (state.get("q") || "")) form.q.value = state.get("q") || "";
  };

  // Steps of a replay: buttons, or the arrow keys while one of them has the focus. The step's source line is marked.
  const walk = (stepper) => {
    const steps = [...stepper.querySelectorAll(".steps li")];
    const controls = stepper.querySelector(".controls");
    const status = controls.querySelector("[role=status]");
    const code = stepper.closest(".finding");
    let at = -1;
    const go = (by) => {
      at = Math.min(Math.max(at + by, 0), steps.length - 1);
      for (const step of steps) step.removeAttribute("aria-current");
      for (const line of code.querySelectorAll(".line.now")) line.classList.remove("now");
      steps[at].setAttribute("aria-current", "step");
      status.textContent = `Step ${at + 1} of ${steps.length}: ${steps[at].textContent.replace(/\s+/g, " ").trim()}`;
      const number = steps[at].dataset.stepLine;
      const line = number && code.querySelector(`.line[data-line="${number}"]`);
      if (line) line.classList.add("now");
    };
    controls.hidden = false;
    controls.addEventListener("click", (event) => {
      const button = event.target.closest("[data-step]");
      if (button) go(Number(button.dataset.step));
    });
    controls.addEventListener("keydown", (event) => {
      const by = {ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1, Home: -steps.length, End: steps.length}[event.key];
      if (!by) return;
      event.preventDefault();
      go(by);
    });
  };

  const dress = (part) => {
    for (const stepper of part.querySelectorAll("[data-steps]")) walk(stepper);
    for (const button of part.querySelectorAll("[data-copy]")) {
      if (!navigator.clipboard) continue;
      button.hidden = false;
      button.addEventListener("click", async () => {
        try {
          await navigator.clipboard.writeText(button.previousElementSibling.textContent);
          button.textContent = "Copied";
        } catch {
          getSelection().selectAllChildren(button.previousElementSibling);
        }
      });
    }
  };

  const collator = new Intl.Collator();
  let ordered = rows;
  let order = "";
  const sort = (key) => {
    if (key === order) return ordered;
    order = key;
    const descending = key.startsWith("-");
    const name = descending ? key.slice(1) : key;
    let known = false;
    for (const head of table.tHead.rows[0].cells) head.removeAttribute("aria-sort");
    for (const button of table.tHead.querySelectorAll("[data-sort]")) {
      const chosen = name && button.dataset.sort === name;
      known ||= chosen;
      button.classList.toggle("chosen", Boolean(chosen));
      if (chosen) button.closest("th").setAttribute("aria-sort", descending ? "descending" : "ascending");
    }
    const numeric = ["verdict", "launches", "seconds"].includes(name);
    ordered = !known ? rows : rows.map((row) => [numeric ? Number(parts[name](row)) : parts[name](row), row]).sort(([left], [right]) => {
      const before = numeric ? left - right : (left === "") - (right === "") || collator.compare(left, right);
      return descending ? -before : before;
    }).map(([, row]) => row);
    table.tBodies[0].replaceChildren(...ordered);
    details.append(...ordered.map(section).filter(Boolean));
    return ordered;
  };

  const unpacked = async (script) => {
    const bytes = Uint8Array.from(atob(script.textContent), (digit) => digit.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
  };
  const sayTooOld = () => {
    if (document.querySelector(".old")) return;
    details.prepend(Object.assign(document.createElement("p"), {
      className: "note old",
      textContent: "This browser cannot unpack the rest of this page; a newer one can, and results.json has all of it, too.",
    }));
  };

  // The rows that are not listed at first.
  const unpackRows = async () => {
    if (!packedRows) return;
    try {
      const rest = new DOMParser().parseFromString("<table>" + await unpacked(packedRows), "text/html");
      table.tBodies[0].append(...rest.querySelectorAll("tr"));
      rows = ordered = [...table.tBodies[0].rows];
    } catch {
      sayTooOld();
    }
  };

  // Brings the details of the launch class that this id is in, or of, from where they are packed.
  const unpack = async (id) => {
    const number = Number((/^c(\d+)/.exec(id || "") || [])[1]);
    const pack = packs.findLast((one) => Number(one.dataset.first) <= number);
    if (!pack || document.getElementById("c" + number)) return;
    const content = new DOMParser().parseFromString(await unpacked(pack), "text/html");
    const its = content.getElementById("c" + number);
    if (!its || document.getElementById("c" + number)) return;
    dress(its);
    its.open = true;
    const at = ordered.findIndex((row) => row.dataset.class === its.id);
    const next = ordered.slice(at + 1).map(section).find(Boolean);
    details.insertBefore(its, next || null);
  };

  const show = async (id) => {
    try {
      await unpack(id);
    } catch {
      sayTooOld();
    }
    const target = id && document.getElementById(id);
    if (!target) return;
    for (let outer = target; outer; outer = outer.parentElement) if (outer.tagName === "DETAILS") outer.open = true;
    target.scrollIntoView();
  };

  const read = () => {
    const text = location.hash.slice(1);
    if (text && !text.includes("=")) {
      show(text);
      return;
    }
    state = new URLSearchParams(text);
    apply();
    show(state.get("at"));
  };

  const write = (changes) => {
    for (const [key, value] of Object.entries(changes)) {
      if (value) state.set(key, value);
      else state.delete(key);
    }
    if ("v" in changes || "p" in changes || "q" in changes || "new" in changes) limit = step;
    const text = state.toString().replaceAll("%2C", ",");
    history.replaceState(null, "", text ? "#" + text : location.pathname + location.search);
    apply();
  };

  for (const word of table.tHead.querySelectorAll("[data-sort]")) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = word.textContent;
    button.dataset.sort = word.dataset.sort;
    button.addEventListener("click", () => write({sort: state.get("sort") === button.dataset.sort ? "-" + button.dataset.sort : button.dataset.sort}));
    word.replaceWith(button);
  }
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", () => write({
    v: boxes.filter((box) => box.checked).map((box) => box.value).join(","), p: form.property.value, q: form.q.value.trim(),
    new: form.elements.new && form.elements.new.checked ? "1" : "", at: ""}));
  more.querySelector("[data-more]").addEventListener("click", () => {
    limit += step;
    apply();
  });
  document.querySelector("[data-clear]").addEventListener("click", () => write({v: "", p: "", q: "", new: ""}));
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href^='#']");
    if (!link || link.classList.contains("skip")) return;
    event.preventDefault();
    const id = link.getAttribute("href").slice(1);
    write({at: id});
    show(id);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !/^(INPUT|TEXTAREA)$/.test(document.activeElement.tagName)) {
      event.preventDefault();
      form.q.focus();
    }
  });
  let closed = [];
  addEventListener("beforeprint", () => {
    closed = [...document.querySelectorAll("details.class:not([open]), details.listing:not([open])")];
    for (const item of closed) item.open = true;
  });
  addEventListener("afterprint", () => {
    for (const item of closed) item.open = false;
  });
  addEventListener("hashchange", read);
  dress(document);
  unpackRows().then(() => {
    form.hidden = false;
    read();
    document.documentElement.dataset.ready = "yes";
    document.documentElement.dataset.readyAfter = Math.round(performance.now());
  });
})();
