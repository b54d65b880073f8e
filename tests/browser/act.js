// Does one move after another by the events that a browser sends, and looks at the player after each.
// A look holds only the fields that are asked for, and no other is looked at.
(moves, seen) => {
  const player = document.querySelector("[data-player]");
  const part = (name) => player.querySelector(`[data-part="${name}"]`);
  const tell = (node, type) => node.dispatchEvent(new Event(type, { bubbles: true }));
  const set = (name, value, type) => { part(name).value = value; tell(part(name), type); };
  const moving = {
    press: (name) => part(name).click(),
    key: (key) => player.dispatchEvent(new KeyboardEvent("keydown", { key: key, bubbles: true, cancelable: true })),
    choose: (index) => set("scene", index, "change"),
    scrub: (index) => set("range", index + 1, "input"),
    speed: (speed) => set("speed", speed, "change"),
    follow: (id) => document.querySelector(`main a[href="#${id}"]`).click(),
    card: (index) => document.querySelectorAll(".scene .card-play")[index].click(),
  };
  return moves.map(([name, value]) => {
    moving[name](value);
    const look = window.look();
    return Object.fromEntries(seen.map((field) => [field, look[field]]));
  });
}
