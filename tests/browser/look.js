// What a reader meets at the player, read from the page: nothing here knows how the player works inside. Each field is
// looked at when it is asked for.
() => {
  const player = document.querySelector("[data-player]");
  const known = window.look.known || (window.look.known = {}); // ten thousand looks at the same parts
  const part = (name) => known[name] || (known[name] = player.querySelector(`[data-part="${name}"]`));
  const text = (node) => node.textContent.replace(/\s+/g, " ").trim();
  const where = (nodes, test) => nodes.flatMap((node, index) => (test(node) ? [index] : []));
  const seen = (node) => node.hasAttribute("data-now"); // the style sheet hides the others; asking it is slow

  const board = part("stage").querySelector("svg");
  const view = board.querySelector("svg.view");
  const uses = () => Array.from(view.querySelectorAll(":scope > use"));
  const steps = Array.from(part("steps").querySelectorAll("a"));
  const captions = Array.from(part("captions").children);
  const live = part("live");
  const lit = where(steps, (link) => link.getAttribute("aria-current") === "step");
  return {
    get step() { return lit.map((index) => decodeURIComponent(steps[index].hash.slice(1))).join(" "); },
    get lit() { return lit; },
    get index() { return Number(part("range").value) - 1; },
    get last() { return Number(part("range").max) - 1; },
    get spoken() { return part("range").getAttribute("aria-valuetext"); },
    get scene() { return text(part("scene").selectedOptions[0]); },
    get captioned() { return where(captions, seen); },
    get caption() { return captions.filter(seen).flatMap((node) => Array.from(node.querySelectorAll(".caption, .remark"), text)).join(" "); },
    get status() { return text(part("status")); },
    get label() { return text(part("play")); },
    get ends() { return [part("back"), part("forward")].map((button) => button.getAttribute("aria-disabled")); },
    get frame() { return board.getAttribute("data-frame"); },
    get title() { return board.querySelector("title").textContent; },
    get description() { return board.querySelector("desc").textContent; },
    get box() { return board.getAttribute("viewBox"); },
    get pieces() { return uses().map((use) => [use.getAttribute("href").slice(3), Number(use.getAttribute("x")), Number(use.getAttribute("y"))]); },
    get lines() { return Array.from(view.querySelectorAll("path[data-t]"), (path) => [path.dataset.t, Number(path.dataset.e)]); },
    get lamps() { return Array.from(board.querySelectorAll(":scope > use"), (use) => use.getAttribute("href").slice(3)); },
    get live() { return text(live); },
    get polite() { return live.getAttribute("aria-live"); },
    get atomic() { return live.getAttribute("aria-atomic"); },
    get hash() { return window.location.hash.slice(1); },
  };
}
