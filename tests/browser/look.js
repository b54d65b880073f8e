// What a reader meets at the player, read from the page: nothing here knows how the player works inside.
() => {
  const player = document.querySelector("[data-player]");
  const part = (name) => player.querySelector(`[data-part="${name}"]`);
  const all = (selector) => Array.from(player.querySelectorAll(selector));
  const text = (node) => node.textContent.replace(/\s+/g, " ").trim();
  const where = (nodes, test) => nodes.flatMap((node, index) => (test(node) ? [index] : []));
  const seen = (node) => node.hasAttribute("data-now"); // the style sheet hides the others; asking it is slow

  const board = part("stage").querySelector("svg");
  const view = board.querySelector("svg.view");
  const uses = Array.from(view.querySelectorAll(":scope > use"));
  const steps = all("[data-part=steps] a");
  const captions = all("[data-part=captions] > *");
  const live = part("live");
  const lit = where(steps, (link) => link.getAttribute("aria-current") === "step");
  return {
    step: lit.map((index) => decodeURIComponent(steps[index].hash.slice(1))).join(" "),
    lit: lit,
    index: Number(part("range").value) - 1,
    last: Number(part("range").max) - 1,
    spoken: part("range").getAttribute("aria-valuetext"),
    scene: text(part("scene").selectedOptions[0]),
    captioned: where(captions, seen),
    caption: captions.filter(seen).flatMap((node) => Array.from(node.querySelectorAll(".caption, .remark"), text)).join(" "),
    status: text(part("status")),
    label: text(part("play")),
    ends: [part("back"), part("forward")].map((button) => button.getAttribute("aria-disabled")),
    frame: board.getAttribute("data-frame"),
    title: board.querySelector("title").textContent,
    description: board.querySelector("desc").textContent,
    box: board.getAttribute("viewBox"),
    pieces: uses.map((use) => [use.getAttribute("href").slice(3), Number(use.getAttribute("x")), Number(use.getAttribute("y"))]),
    lines: Array.from(view.querySelectorAll("path[data-t]"), (path) => [path.dataset.t, Number(path.dataset.e)]),
    lamps: Array.from(board.querySelectorAll(":scope > use"), (use) => use.getAttribute("href").slice(3)),
    live: text(live),
    polite: live.getAttribute("aria-live"),
    atomic: live.getAttribute("aria-atomic"),
    hash: window.location.hash.slice(1),
  };
}
