/** What a person sees of a match, and where a finger meets it. Run in the page before all else. */
globalThis.eyes = (() => {
  const MARKS =
    "[data-layer=below] .can, [data-layer=above] :is(.dot-hint, .ring-hint, .frame-hint, .dot-faint, .final-hint)";
  const FINGER = 22;
  /** The page takes a press so soon and so near for the second of a double tap, as `keepTaps` of ui/dom.js says. */
  const SOON = 500;
  const NEAR = 24;
  const long = [];
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) long.push(one.duration);
  }).observe({ type: "longtask", buffered: true });
  let found = [];
  /** The refusals so far, each a text of its own, and the one that stood when something was last touched. */
  const refusals = [];
  let told = null;
  /** The last press, and the dialog or the view that it met. */
  let pressed = null;
  addEventListener(
    "pointerdown",
    ({ clientX: x, clientY: y, timeStamp: time, target }) => {
      pressed = { x, y, time, where: target.closest?.("dialog, .view") };
    },
    true,
  );

  const all = (selector) => [...document.querySelectorAll(selector)];
  const seen = (element) =>
    Boolean(element) && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const words = (element) => (seen(element) ? element.textContent.trim() : "");
  const middle = ({ left, top, width, height }) => [left + width / 2, top + height / 2];

  /** The places under what is drawn as a mark, which lies in the middle of its place. */
  function marked(selector = MARKS) {
    const cells = all(".board [data-cell]").map((cell) => ({ cell, at: middle(cell.getBoundingClientRect()) }));
    const places = new Set();
    for (const mark of all(selector)) {
      const [x, y] = middle(mark.getBoundingClientRect());
      const away = ({ at }) => Math.hypot(at[0] - x, at[1] - y);
      const nearest = cells.reduce((one, other) => (away(other) < away(one) ? other : one));
      places.add(nearest.cell);
    }
    return [...places];
  }

  /** Everything that may be touched as [kind, element]. */
  function targets() {
    const cover = all(".curtain:not([hidden]) button").filter(seen);
    if (cover.length) return cover.map((one) => ["cover", one]);
    if (document.querySelector("dialog[open]")) return [];
    const asked = all(".ask:not([hidden]) button")
      .filter(seen)
      .map((one) => ["beside", one]);
    const under = all(".actions [data-key^=button-]")
      .filter(seen)
      .map((one) => ["button", one]);
    return [
      ...marked()
        .filter((one) => one.classList.contains("live"))
        .map((one) => ["place", one]),
      ...asked,
      ...under,
    ];
  }

  const nameOf = (element) => element.dataset.cell ?? element.textContent.trim();
  const moving = () =>
    all(".board").some((board) =>
      board
        .getAnimations({ subtree: true })
        .some(
          (one) =>
            one.playState === "running" &&
            Number.isFinite(one.effect?.getComputedTiming().endTime) &&
            !one.effect?.target?.classList.contains("refusal"),
        ),
    );

  function look() {
    const now = targets();
    const cells = all(".board [data-cell]");
    const idle =
      now[0]?.[0] === "cover" ? [] : cells.filter((one) => !one.classList.contains("live")).map((one) => ["idle", one]);
    found = [...now, ...(now.length ? idle : [])].map(([, element]) => element);
    const [rings, advised] = [".ring-hint", ".advised"].map((one) => new Set(marked(one)));
    const listed = (list, from) =>
      list.map(([kind, element], i) => ({
        kind,
        name: nameOf(element),
        number: from + i,
        ring: rings.has(element),
        advised: advised.has(element),
      }));
    const prompt = document.querySelector(".prompt");
    const chosen = cells.filter((one) => one.ariaSelected === "true").map(nameOf);
    const refusal = document.querySelector(".refusal:not([hidden])")?.firstChild;
    if (refusal && refusal !== refusals.at(-1)) refusals.push(refusal);
    const refused = refusal && refusal !== told ? refusal.data : "";
    const box = document.querySelector(".board").getBoundingClientRect();
    const below = document.querySelector(".match .now").getBoundingClientRect().top;
    const said = prompt.textContent;
    const plies = all(".plies > li > .ply").length;
    const over = prompt.classList.contains("over");
    return {
      targets: listed(now, 0),
      idle: now.length ? listed(idle, now.length) : [],
      prompt: said,
      over,
      refused,
      plies,
      places: cells.map(nameOf),
      dead:
        now[0]?.[0] === "cover"
          ? []
          : marked()
              .filter((one) => !one.classList.contains("live"))
              .map(nameOf),
      thinking: all(".plate .dots").length > 0,
      onPage: [box.left + scrollX, box.top + scrollY, box.width, below + scrollY].map(Math.round),
      inSight: [box.left, box.top, box.width, below].map(Math.round),
      wide: Math.max(0, document.documentElement.scrollWidth - innerWidth),
      long: long.splice(0),
      sign: JSON.stringify([
        said,
        over,
        plies,
        refused,
        refusals.length,
        chosen,
        now.map(([, element]) => nameOf(element)),
        advised.size,
        all(".ply[aria-current]").map((one) => one.textContent),
      ]),
    };
  }

  /** What is seen when it differs from `sign` and rests; `late` where it did not in time. */
  function wait(sign, ms) {
    const until = performance.now() + ms;
    return new Promise((done) => {
      const check = () => {
        const busy = moving() || document.querySelector(".actions.pending, .board .pending");
        const now = look();
        const changed = now.sign !== sign;
        if ((changed && !busy) || performance.now() > until) done({ ...now, late: !changed });
        else {
          long.push(...now.long);
          setTimeout(check, 25);
        }
      };
      check();
    });
  }

  const at = (element, x, y) => {
    const hit = document.elementFromPoint(x, y);
    return Boolean(hit) && (hit === element || element.contains(hit));
  };

  /** Where a finger meets something; a person looks before pressing where another view was pressed just now. */
  async function aim(number) {
    const met = meet(number);
    const { x, y, time, where } = pressed ?? {};
    const isGone = where && (!where.isConnected || where.open === false);
    const early = time + SOON - performance.now();
    if (!met || !isGone || early < 0 || Math.hypot(met.x - x, met.y - y) >= NEAR) return met;
    await new Promise((done) => setTimeout(done, early + 1));
    return meet(number);
  }

  /** The middle of what is seen of something, and how large that is. */
  function meet(number) {
    const element = found[number];
    if (!element?.isConnected) return null;
    told = refusals.at(-1) ?? null;
    let box = element.getBoundingClientRect();
    const [mx, my] = middle(box);
    const scrolled = my < 0 || my > innerHeight || mx < 0 || mx > innerWidth;
    if (scrolled) {
      element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      box = element.getBoundingClientRect();
    }
    const spots = [];
    for (let i = 0.5; i < 9; i += 1) {
      for (let j = 0.5; j < 9; j += 1) {
        const [x, y] = [box.left + (box.width * i) / 9, box.top + (box.height * j) / 9];
        if (at(element, x, y)) spots.push([x, y]);
      }
    }
    if (!spots.length) return { scrolled, covered: describe(document.elementFromPoint(...middle(box))) };
    const [cx, cy] = [0, 1].map((axis) => spots.reduce((sum, one) => sum + one[axis], 0) / spots.length);
    const [x, y] = spots.reduce((one, other) =>
      Math.hypot(other[0] - cx, other[1] - cy) < Math.hypot(one[0] - cx, one[1] - cy) ? other : one,
    );
    const reach = (dx, dy) => {
      let far = 0;
      while (far < FINGER && at(element, x + dx * (far + 1), y + dy * (far + 1))) far += 1;
      return far;
    };
    const across = (dx, dy) => Math.min(2 * FINGER, reach(dx, dy) + reach(-dx, -dy) + 1);
    return { x, y, scrolled, covered: "", width: across(1, 0), height: across(0, 1) };
  }

  const describe = (element) =>
    element
      ? `${element.tagName.toLowerCase()}.${element.className} “${element.textContent.trim().slice(0, 30)}”`
      : "nothing";

  return { look, wait, aim };
})();
