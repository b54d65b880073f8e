/* Plays the scenes of a page. The page is complete without it: the script reads the frames that stand there and adds a
   player. One classic script for every page, no requests, nothing kept, nothing moves before it is asked to. */
(function () {
  "use strict";

  const READING = 15; // characters a second
  const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/g; // take two
  const SHORTEST = 2000; // ms that any step stays
  const SCROLLED = 1000; // ms in which the page has scrolled to what was pointed at
  const BEAT = 500; // ms from pressing Play to the first movement, when the step has been read already
  const GLIDES = { move: 440, push: 400, pass: 420, shot: 420, contact: 350, carry: 440 }; // ms, by the style of a leg
  const MOVES = ["scroll", "pointerdown", "keydown"]; // what a reader begins with
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
  const players = new Set();

  const all = (selector, within) => Array.from((within || document).querySelectorAll(selector));
  const one = (selector, within) => (within || document).querySelector(selector);
  const text = (node) => (node ? node.textContent.replace(/\s+/g, " ").trim() : "");
  const fill = (words, facts) => words.replace(/\{(\w+)\}/g, (all, name) => (name in facts ? String(facts[name]) : all));

  /* One after the other, joined as the language joins them. */
  const listed = (items, words) => items.slice(1).reduce((one, next) => fill(words.list, { one, next }), items[0] || "");

  function element(name, className, words) {
    const made = document.createElement(name);
    if (className) made.className = className;
    if (words) made.textContent = words;
    return made;
  }

  /* ---- What stands on the page ---- */

  /* A frame that no script would read is kept as a text: see parts.html.jinja. */
  function unpack(item) {
    const kept = one("noscript", item);
    if (kept) kept.replaceWith(document.createRange().createContextualFragment(kept.textContent));
  }

  function readFrame(item) {
    unpack(item);
    const sentences = all(".caption > span, .remark", item).map(text);
    return {
      id: item.id,
      item: item,
      svg: one("svg", item),
      ask: one(".ask", item),
      sentences: sentences,
      caption: sentences.join(" "),
    };
  }

  /* Its frames are read when they are wanted: most of them never are. */
  function readScene(card) {
    const title = text(one(".scene-name", card));
    const items = all(".frame", card);
    let frames;
    return {
      id: card.dataset.scene,
      card: card,
      title: title,
      label: card.dataset.number + ". " + title,
      chapter: text(one("h2", card.closest(".chapter"))),
      items: items,
      get frames() { return frames || (frames = items.map(readFrame)); },
    };
  }

  /* ---- Drawings: the head of views/svg says what can be relied on ---- */

  const SIGNS = new Set("board columns rows target aim actor refused cross ghost turn die".split(" "));
  const lookOf = (use) => use.getAttribute("href").slice(3);
  const tokenOf = (use) => lookOf(use).split("-")[0];
  const isPiece = (use) => !SIGNS.has(tokenOf(use));
  const viewOf = (drawing) => one("svg.view", drawing);
  const pieces = (view) => new Map(all("use", view).filter(isPiece).map((use) => [tokenOf(use), use]));
  const at = (use) => [Number(use.getAttribute("x")), Number(use.getAttribute("y"))];

  function put(use, point) {
    use.setAttribute("x", point[0]);
    use.setAttribute("y", point[1]);
  }

  /* Left, top, right and lower edge of a view. */
  function edges(view) {
    const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => Number(view.getAttribute(name)));
    return [x, y, x + width, y + height];
  }

  /* A frame's drawing on the whole board: all that its view holds, and lamps and dice beside its lower corners. */
  function wholeBoard(still, drawing) {
    const drawn = still.cloneNode(true);
    const [from, to] = [viewOf(drawing), viewOf(drawn)];
    const [left, , right, bottom] = edges(to).map((edge, i) => edge - edges(from)[i]);
    to.textContent = "";
    all(":scope > :not(.fade)", from).forEach((node) => to.appendChild(node.cloneNode(true)));
    all(":scope > use", drawn).forEach((sign) => sign.remove());
    all(":scope > use", drawing).forEach((sign) => {
      const moved = drawn.appendChild(sign.cloneNode(true));
      const beyond = at(sign)[0] > edges(from)[2];
      put(moved, [at(sign)[0] + (beyond ? right : left), at(sign)[1] + bottom]);
    });
    return drawn;
  }

  function readLeg(path) {
    const numbers = (path.getAttribute("d") + " " + (path.dataset.to || "")).match(/-?\d+/g).map(Number);
    const way = [];
    for (let i = 0; i + 1 < numbers.length; i += 2) way.push([numbers[i], numbers[i + 1]]);
    const style = Object.keys(GLIDES).find((name) => path.classList.contains("leg-" + name)) || "carry";
    return { token: path.dataset.t, event: Number(path.dataset.e), way: way, style: style };
  }

  const distance = (a, b) => Math.hypot(b[0] - a[0], b[1] - a[1]);
  const mix = (a, b, share) => [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];
  const easeOut = (share) => 1 - Math.pow(1 - share, 3);

  /* The point on a way after a share of its length. */
  function along(way, share) {
    let left = share * way.slice(1).reduce((sum, point, i) => sum + distance(way[i], point), 0);
    for (let i = 1; i < way.length; i += 1) {
      const part = distance(way[i - 1], way[i]);
      if (left <= part && part > 0) return mix(way[i - 1], way[i], left / part);
      left -= part;
    }
    return way[way.length - 1];
  }

  /* One timetable for all legs of a frame: legs of one event together, events one after the other. */
  function timetable(frame, pace) {
    const legs = all("[data-e]", frame.svg).map(readLeg);
    const events = Array.from(new Set(legs.map((leg) => leg.event))).sort((a, b) => a - b);
    let clock = 0;
    let gap = 0;
    events.forEach((event, i) => {
      const now = legs.filter((leg) => leg.event === event);
      const lasts = Math.max(...now.map((leg) => GLIDES[leg.style])) / pace;
      now.forEach((leg) => Object.assign(leg, { starts: clock, lasts: lasts }));
      clock += lasts;
      if (!gap && events[i + 1] > event + 1) gap = clock; // something happened here that moves nothing
    });
    return { legs: legs, lasts: clock, gap: gap || clock };
  }

  /* For each token that moves: puts its piece where it is at a time. */
  function journeys(table, before) {
    const tokens = Array.from(new Set(table.legs.map((leg) => leg.token))).filter((token) => before.has(token));
    return tokens.map((token) => {
      const legs = table.legs.filter((leg) => leg.token === token);
      return (time) => {
        const leg = legs.filter((each) => each.starts <= time).pop();
        if (leg) put(before.get(token), along(leg.way, easeOut(Math.min((time - leg.starts) / leg.lasts, 1))));
      };
    });
  }

  /* What moves lies above what rests, what moves first above what moves later, and a ball above all. */
  function raise(view, table, before) {
    const moving = new Set(table.legs.map((leg) => before.get(leg.token)).reverse());
    const isBall = (use) => document.getElementById("g-" + lookOf(use)).classList.contains("ball");
    moving.delete(undefined);
    moving.forEach((use) => view.appendChild(use));
    pieces(view).forEach((use) => { if (isBall(use)) view.appendChild(use); });
  }

  /* When each changed piece takes its new look: after its own last leg, or when something happened that moves nothing. */
  function changes(table, before, after) {
    const list = [];
    before.forEach((node, token) => {
      const next = after.get(token);
      if (!next || lookOf(next) === lookOf(node)) return;
      const own = table.legs.filter((leg) => leg.token === token).pop();
      list.push({ at: own ? own.starts + own.lasts : table.gap, node: node, look: "#g-" + lookOf(next) });
    });
    return list;
  }

  /* ---- What a reader asks for beyond the steps: a further script, loaded then, finds these tools and answers ---- */

  const further = { all, at, element, fill, listed, lookOf, one, pieces, put, readScene, reveal, text, viewOf };

  const waiting = [];

  function wish(name, player, about) {
    const grant = () => further.wishes[name](player, about);
    if (further.wishes) { grant(); return; }
    waiting.push([grant, () => player.say(player.words.lost)]);
    if (waiting.length > 1) return;
    window.rulebook = further;
    const script = element("script");
    script.onload = () => waiting.splice(0).forEach(([granted]) => granted());
    script.onerror = () => waiting.splice(0).forEach(([, lost]) => lost());
    script.src = player.root.dataset.further + "explore.js";
    document.head.appendChild(script);
  }

  /* ---- A player ---- */

  class Player {
    /* In `root`, which holds a still board; `scenes` as read from the page. */
    constructor(root, scenes) {
      this.root = root;
      this.scenes = scenes;
      this.words = one("#page-controls").dataset;
      this.playing = false;
      this.close = false;
      this.listeners = [];
      this.build();
      this.listen();
      this.load(scenes[0], 0);
      players.add(this);
    }

    get frame() { return this.scene.frames[this.index]; }
    /* What the next step asks before it shows. */
    get question() { return this.index < this.last ? this.scene.frames[this.index + 1].ask : null; }
    get last() { return this.scene.frames.length - 1; }
    get pace() { return Number(this.part.speed.value); }

    build() {
      const copy = one("#page-controls").content.cloneNode(true);
      this.part = {};
      all("[data-part]", copy).forEach((node) => { this.part[node.dataset.part] = node; });
      this.number = players.size + 1;
      all("[data-for]", copy).forEach((label) => {
        const control = this.part[label.dataset.for];
        control.id = "page-player-" + this.number + "-" + label.dataset.for;
        label.setAttribute("for", control.id);
      });
      this.live = copy.firstElementChild;
      this.part.explore.hidden = this.part.answer.hidden = !("further" in this.root.dataset);
      this.buildBoard();
      this.fillScenes();
      this.root.appendChild(copy);
    }

    /* How much room everything but the board takes, so that the style sheet can give the board the rest of a screen. */
    measure() {
      if (!("ResizeObserver" in window)) return;
      const around = [this.part.choose, this.part.status, this.part.captions, this.part.controls];
      const say = () => {
        const rest = around.reduce((sum, node) => sum + node.offsetHeight, 0);
        this.live.style.setProperty("--rest", rest + "px");
      };
      const observer = new ResizeObserver(say);
      say(); // before anything is painted
      around.forEach((node) => observer.observe(node));
    }

    /* The whole board, as the page shows it without the script; each step changes what lies on it. */
    buildBoard() {
      this.still = one(".still > svg", this.root);
      this.board = this.still.cloneNode(true);
      const ids = ["title", "desc"].map((name) => {
        const id = "page-player-" + this.number + "-" + name;
        one(name, this.board).id = id;
        return id;
      });
      this.board.setAttribute("aria-labelledby", ids[0]);
      this.board.setAttribute("aria-describedby", ids[1]);
      this.part.stage.appendChild(this.board);
    }

    fillScenes() {
      let group = null;
      this.scenes.forEach((scene, i) => {
        if (!group || group.label !== scene.chapter) {
          group = element("optgroup");
          group.label = scene.chapter;
          this.part.scene.appendChild(group);
        }
        const option = element("option", "", scene.label);
        option.value = i;
        group.appendChild(option);
      });
    }

    listen() {
      const on = (name, event, action) => this.part[name].addEventListener(event, action);
      on("play", "click", () => this.toggle());
      on("back", "click", () => this.step(-1));
      on("forward", "click", () => this.step(1));
      on("restart", "click", () => this.restart());
      on("next-scene", "click", () => this.nextScene());
      on("close", "click", () => this.zoom(!this.close));
      on("explore", "click", () => wish("explore", this));
      on("answer", "click", () => wish("call", this));
      on("copy", "click", () => this.copyLink());
      on("scene", "change", () => this.choose(this.scenes[this.part.scene.value]));
      on("range", "input", () => this.scrub(Number(this.part.range.value) - 1));
      on("speed", "change", () => { if (this.playing) this.wait(); });
      on("stage", "click", () => this.root.focus({ preventScroll: true }));
      this.root.addEventListener("keydown", (event) => this.key(event));
      on("as-table", "toggle", () => this.tabulate());
      this.root.addEventListener("focusin", (event) => this.focused(event.target));
    }

    /* The keyboard at anything but Play brings the board to rest, as with what else turns by itself (the carousel of the
       ARIA Authoring Practices). The pointer may go anywhere: a speed that is chosen with it counts at once. */
    focused(target) {
      if (target !== this.root && target !== this.part.play && target.matches(":focus-visible")) this.pause();
    }

    /* Keys work while the focus is inside this player, and what a control does with a key of its own stays its own. */
    key(event) {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const control = event.target.tagName;
      const own = { SELECT: /./, INPUT: /^(Arrow|Home|End|Page)/, BUTTON: /^( |Enter)$/, A: /^Enter$/, SUMMARY: /^( |Enter)$/ }[control];
      if (event.key !== "Escape" && own && own.test(event.key)) return;
      const action = {
        " ": () => this.toggle(),
        k: () => this.toggle(),
        ArrowRight: () => this.step(1),
        ArrowLeft: () => this.step(-1),
        Home: () => this.jump(0),
        End: () => this.jump(this.last),
        Escape: () => this.pause(),
      }[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    }

    /* -- Moving about -- */

    load(scene, index) {
      this.scene = scene;
      const part = this.part;
      part.scene.value = this.scenes.indexOf(scene);
      part.range.max = scene.frames.length;
      [part.steps, part.captions, part.stops].forEach((list) => { list.textContent = ""; });
      scene.frames.forEach((frame, i) => {
        part.steps.appendChild(this.stepItem(frame, i));
        part.captions.appendChild(this.captionItem(frame));
        part.stops.appendChild(element("span", "stop"));
      });
      this.show(index);
    }

    stepItem(frame, i) {
      const item = element("li", frame.item.classList.contains("is-refused") ? "is-refused" : "");
      const link = element("a");
      link.href = "#" + frame.id;
      link.appendChild(element("span", "step-no", String(i + 1)));
      link.appendChild(document.createTextNode(" "));
      link.appendChild(element("span", "step-says", frame.sentences[0] || ""));
      item.appendChild(link);
      return item;
    }

    captionItem(frame) {
      const item = element("div", "said");
      all(".caption, .remark, .decided", frame.item).forEach((node) => item.appendChild(node.cloneNode(true)));
      return item;
    }

    /* Shows a step at once, or, with `glide`, lets the pieces run there from the step before. */
    show(index, glide) {
      this.settle();
      this.index = index;
      this.shownAt = performance.now();
      this.mark();
      if (!glide || calm.matches || !this.glide(this.frame)) this.draw();
      if (this.playing) this.wait();
      this.listeners.forEach((listen) => listen());
    }

    step(by) {
      const index = this.index + by;
      this.pause();
      if (index < 0 || index > this.last) {
        this.say(by < 0 ? this.words.first : this.words.last);
        return;
      }
      this.show(index, by > 0);
      this.announce();
    }

    jump(index) {
      this.pause();
      this.show(index);
      this.announce();
    }

    /* The range itself tells its value to assistive technology: nothing is announced beside it. */
    scrub(index) {
      this.pause();
      this.show(index);
    }

    restart() {
      const playing = this.playing;
      this.jump(0);
      if (playing) this.play();
    }

    choose(scene) {
      const playing = this.playing;
      this.pause();
      this.load(scene, 0);
      if (playing) this.play();
      else this.announce();
    }

    nextScene() {
      this.choose(this.scenes[(this.scenes.indexOf(this.scene) + 1) % this.scenes.length]);
    }

    /* To a step of any scene, as a link asks for it: the pieces run into it. */
    visit(scene, index) {
      this.pause();
      if (this.scene !== scene) this.load(scene, Math.max(index - 1, 0));
      else if (index > 0 && this.index !== index - 1) this.show(index - 1);
      this.show(index, true);
      this.announce();
    }

    /* -- Playing: one timer, and the step that is shown is the only state -- */

    toggle() {
      if (this.playing) this.pause();
      else this.play();
    }

    play() {
      players.forEach((other) => other.pause());
      this.playing = true;
      this.part.live.setAttribute("aria-live", "off");
      this.part.live.textContent = "";
      if (this.index === this.last) this.show(0);
      this.mark();
      this.wait();
      this.listeners.forEach((listen) => listen());
    }

    pause() {
      this.settle();
      window.clearTimeout(this.timer);
      if (!this.playing) return;
      this.playing = false;
      this.part.live.setAttribute("aria-live", "polite");
      this.mark();
      this.listeners.forEach((listen) => listen());
    }

    /* A step stays as long as its movement and the reading of its caption take. */
    wait() {
      window.clearTimeout(this.timer);
      const { caption } = this.frame;
      const signs = caption.length + (caption.match(WIDE) || []).length;
      const reading = Math.max(SHORTEST, (signs / READING) * 1000) / this.pace;
      const gone = performance.now() - this.shownAt;
      this.timer = window.setTimeout(() => this.advance(), Math.max(BEAT, this.moving() + reading - gone));
    }

    moving() { return this.tween ? this.tween.table.lasts : 0; }

    advance() {
      if (this.question && this.heard !== this.frame) {
        this.heard = this.frame;
        this.pause();
        this.announce();
        return;
      }
      if (this.index < this.last) this.show(this.index + 1, true);
      if (this.index === this.last) this.endLater();
    }

    endLater() {
      window.clearTimeout(this.timer);
      this.timer = window.setTimeout(() => this.pause(), this.moving());
    }

    /* -- What is seen -- */

    mark() {
      const part = this.part;
      const label = this.playing ? this.words.pause : this.words.play;
      this.live.classList.toggle("is-playing", this.playing);
      part["play-label"].textContent = label;
      part.back.setAttribute("aria-disabled", String(this.index === 0));
      part.forward.setAttribute("aria-disabled", String(this.index === this.last));
      part.ask.hidden = !this.question;
      part.question.textContent = text(this.question);
      part.range.value = this.index + 1;
      part.range.setAttribute("aria-valuetext", this.sentence());
      part.status.textContent = "";
      all(".status > span", this.frame.item).forEach((chip) => part.status.append(chip.cloneNode(true), " "));
      this.light(part.steps, "a", "aria-current", "step");
      this.light(part.captions, ".said", "data-now", "");
      this.light(part.stops, ".stop", "data-now", "");
      this.follow();
    }

    light(list, selector, name, value) {
      all(selector, list).forEach((node, i) => {
        if (i === this.index) node.setAttribute(name, value);
        else node.removeAttribute(name);
      });
    }

    /* Keeps the lit step inside its own list, without moving the page; later, so that nothing is laid out twice. */
    follow() {
      window.requestAnimationFrame(() => {
        const list = this.part.steps;
        const item = list.children[this.index];
        if (!item || list.scrollHeight <= list.clientHeight) return;
        list.scrollTop = item.offsetTop - (list.clientHeight - item.offsetHeight) / 2;
      });
    }

    sentence() {
      const facts = { n: this.index + 1, total: this.last + 1, caption: this.frame.caption };
      return fill(this.words.says, facts);
    }

    announce() { this.say((this.sentence() + " " + text(this.question)).trim()); }

    /* The address of the step, for others. A browser that copies nothing shows it in its address bar. */
    copyLink() {
      const address = new URL((this.root.dataset.home || "") + "#" + this.frame.id, window.location.href).href;
      const tell = (done) => {
        this.part.copy.classList.toggle("is-done", done);
        this.say(done ? this.words.copied : this.words.kept);
        window.setTimeout(() => this.part.copy.classList.remove("is-done"), SHORTEST);
      };
      const copied = navigator.clipboard ? navigator.clipboard.writeText(address) : Promise.reject();
      copied.catch(() => copyAsBefore(address)).then(() => tell(true), () => tell(false));
    }

    say(words) {
      if (!this.playing) this.part.live.textContent = words;
    }

    /* The engine's own drawing of the step, copied whole: what is shown at rest is never anything else. */
    draw() {
      const frame = this.frame;
      const drawn = this.close ? frame.svg.cloneNode(true) : wholeBoard(this.still, frame.svg);
      ["title", "desc"].forEach((name) => { one(name, this.board).textContent = one(name, frame.svg).textContent; });
      all(":scope > :not(title):not(desc)", this.board).forEach((node) => node.remove());
      all(":scope > :not(title):not(desc)", drawn).forEach((node) => this.board.appendChild(node));
      this.board.setAttribute("viewBox", drawn.getAttribute("viewBox"));
      this.board.setAttribute("data-frame", frame.item.dataset.frame);
      this.tabulate();
      this.drawn();
    }

    /* For what is laid over the board. */
    drawn() {}

    /* For what leads back to the text. */
    leave() {}

    zoom(close) {
      this.close = close;
      this.part.close.setAttribute("aria-pressed", String(close));
      this.settle();
      this.draw();
    }

    /* -- Gliding -- */

    glide(to) {
      const table = timetable(to, this.pace);
      if (!table.lasts) return false;
      const view = viewOf(this.board);
      const before = pieces(view);
      const after = pieces(viewOf(to.svg));
      const rests = (node) => (node.tagName === "use" ? tokenOf(node) === "board" || isPiece(node) : node.matches(".fade"));
      Array.from(view.children).forEach((node) => { if (!rests(node)) node.remove(); });
      raise(view, table, before);
      this.board.removeAttribute("data-frame");
      const tween = { table: table, moves: journeys(table, before), looks: changes(table, before, after) };
      const begun = performance.now();
      const tick = () => {
        if (this.tween !== tween) return;
        const time = performance.now() - begun;
        if (time >= table.lasts) { this.settle(); return; }
        tween.moves.forEach((move) => move(time));
        tween.looks.filter((look) => time >= look.at).forEach((look) => look.node.setAttribute("href", look.look));
        tween.next = window.requestAnimationFrame(tick);
      };
      this.tween = tween;
      tick();
      return true;
    }

    /* Ends a movement at once, in the position that it leads to. */
    settle() {
      if (!this.tween) return;
      window.cancelAnimationFrame(this.tween.next);
      this.tween = null;
      this.draw();
    }

    /* -- The position as a table, for those who do not see the board -- */

    tabulate() {
      const holder = this.part["as-table"];
      const { columns, rows } = this.root.dataset;
      holder.hidden = !columns || !rows;
      this.part.table.textContent = "";
      if (holder.hidden || !holder.open) return;
      this.learnNames();
      const called = (node) => pieceName(node, this.names, this.words);
      this.part.table.appendChild(positionTable(read(columns), read(rows), viewOf(this.frame.svg), called, this.words));
    }

    /* What the book calls its pieces: a player that cannot load it calls them by their signs. */
    learnNames() {
      if (this.names) return;
      this.names = {};
      if ("further" in this.root.dataset) wish("names", this);
    }
  }

  /* Coordinates in the order of the drawing, from the left or from the top. */
  const read = (list) => list.split(" ").map((item) => item.split(":")).map((item) => ({ name: item[0], at: Number(item[1]) }))
    .sort((a, b) => a.at - b.at);
  const nearest = (list, value) => list.reduce((best, item) => (Math.abs(item.at - value) < Math.abs(best.at - value) ? item : best));

  function positionTable(columns, rows, view, called, words) {
    const held = {};
    pieces(view).forEach((node) => {
      const [x, y] = at(node);
      const key = nearest(columns, x).name + " " + nearest(rows, y).name;
      (held[key] = held[key] || []).push(called(node));
    });
    const table = element("table", "position");
    const head = table.createTHead().insertRow();
    head.appendChild(header("", "col"));
    columns.forEach((column) => head.appendChild(header(column.name, "col")));
    const body = table.createTBody();
    rows.forEach((row) => {
      const line = body.insertRow();
      line.appendChild(header(row.name, "row"));
      columns.forEach((column) => { line.insertCell().textContent = listed(held[column.name + " " + row.name] || [], words); });
    });
    return table;
  }

  /* For pages that may not use the clipboard directly, such as those from disk in a frame. */
  function copyAsBefore(words) {
    const before = document.activeElement;
    const holder = document.body.appendChild(element("textarea", "unseen", words));
    holder.select();
    const done = document.execCommand("copy");
    holder.remove();
    before.focus({ preventScroll: true });
    if (!done) throw new Error("nothing was copied");
  }

  function header(words, scope) {
    const cell = element(words ? "th" : "td", "", words);
    if (words) cell.scope = scope;
    return cell;
  }

  function pieceName(node, names, words) {
    const [token, ...marks] = lookOf(node).split("-");
    const piece = names[token] || words[token] || token;
    const states = marks.map((mark) => words[mark]).filter(Boolean);
    return states.length ? fill(words.marked, { piece, marks: listed(states, words) }) : piece;
  }

  /* ---- The page around the main player ---- */

  function foldCards(player, words) {
    player.scenes.forEach((scene) => {
      const tools = element("div", "scene-tools");
      const play = button("card-play", () => playCard(player, scene));
      const opens = fill(words.open, { n: scene.items.length });
      const fold = button("card-fold", () => {
        scene.items.forEach(unpack);
        const open = scene.card.classList.toggle("is-open");
        fold.setAttribute("aria-expanded", String(open));
        fold.textContent = open ? words.close : opens;
      });
      fold.textContent = opens;
      fold.setAttribute("aria-expanded", "false");
      fold.setAttribute("aria-controls", "page-frames-" + scene.id);
      tools.append(play, fold);
      if (scene.card.dataset.kind && !player.part.explore.hidden) {
        const more = button("card-more", () => wish("example", player, { kind: scene.card.dataset.kind }));
        more.textContent = words.another;
        more.setAttribute("aria-label", fill(words.anotherOf, { kind: scene.card.dataset.called }));
        tools.append(more);
      }
      one(".scene-head", scene.card).appendChild(tools);
      scene.button = play;
    });
    let marked = player.scene;
    player.listeners.push(() => {
      markCards(player, words, new Set([marked, player.scene]));
      marked = player.scene;
    });
    markCards(player, words, player.scenes);
  }

  /* The frames of a folded scene are unpacked when it comes near, or for the printer; until then their room is kept. */
  function unpackNear(scenes) {
    const frames = all(".scene .frame");
    const every = () => frames.forEach(unpack);
    window.addEventListener("beforeprint", every);
    window.matchMedia("print").addEventListener("change", every);
    if (!("IntersectionObserver" in window)) { every(); return; }
    const observer = new IntersectionObserver((seen) => seen.filter((each) => each.isIntersecting).forEach((each) => {
      all(".frame", each.target).forEach(unpack);
      observer.unobserve(each.target);
    }), { rootMargin: "100% 0px" });
    scenes.forEach((scene) => {
      const list = one(".frames", scene.card);
      list.style.setProperty("--shape", list.dataset.shape);
      observer.observe(scene.card);
    });
  }

  /* What is far away is laid out when the reader begins to move: a section with each frame that is painted, so that none
     takes long, or all at once before a link is followed, which may lead anywhere. */
  function layOut() {
    const waiting = all(".sparing main .chapter");
    const whole = () => document.documentElement.classList.remove("sparing");
    const next = () => {
      const laid = waiting.shift();
      if (!laid) { whole(); return; }
      laid.classList.add("is-laid");
      window.requestAnimationFrame(next);
    };
    const begin = () => {
      MOVES.forEach((move) => window.removeEventListener(move, begin));
      next();
    };
    MOVES.forEach((move) => window.addEventListener(move, begin));
    window.addEventListener("hashchange", whole, true);
    window.addEventListener("click", (event) => { if (event.target.closest("a")) whole(); }, true);
  }

  function button(className, action) {
    const made = element("button", className);
    made.type = "button";
    made.addEventListener("click", action);
    return made;
  }

  function playCard(player, scene) {
    if (player.playing && player.scene === scene) { player.pause(); return; }
    if (player.scene !== scene || player.index === player.last) { player.pause(); player.load(scene, 0); }
    reveal(player);
    player.play();
  }

  /* Only the scene that was shown and the one that is shown now can look otherwise than before. */
  function markCards(player, words, scenes) {
    scenes.forEach((scene) => {
      const here = scene === player.scene;
      const plays = here && player.playing;
      scene.card.classList.toggle("is-here", here);
      scene.button.classList.toggle("is-playing", plays);
      scene.button.textContent = plays ? words.pause : words.play;
      scene.button.setAttribute("aria-label", fill(plays ? words.pauseScene : words.playScene, { title: scene.title }));
      scene.items.forEach((item, i) => item.classList.toggle("is-now", here && i === player.index));
    });
  }

  /* Brings the board into view where it does not stand beside the text, and takes the keyboard there. */
  function reveal(player) {
    const box = player.root.getBoundingClientRect();
    if (box.top >= -8 && box.top < window.innerHeight / 3) return;
    player.leave();
    player.root.scrollIntoView({ block: "start", behavior: pace() });
    player.root.focus({ preventScroll: true });
  }

  const pace = () => (calm.matches ? "auto" : "smooth");

  function keepFragment() {
    all("[data-keeps-step]", one(".languages")).forEach((link) => {
      link.href = link.getAttribute("href").split("#")[0] + window.location.hash;
    });
  }

  function linkSteps(player) {
    const find = (hash) => {
      let id;
      try { id = decodeURIComponent(hash.slice(1)); } catch (error) { return undefined; }
      const item = document.getElementById(id);
      const scene = item && player.scenes.find((each) => each.items.includes(item));
      return scene && [scene, scene.items.indexOf(item)];
    };
    /* A step of a further example: its kind, its number and the step, as its id says them. */
    const findFurther = (hash, stays) => {
      const [, kind, number] = /^#example-([\w-]+)-(\d+)\//.exec(hash) || [];
      const card = kind && all("[data-kind]").find((each) => each.dataset.kind.replace(/_/g, "-") === kind);
      return card && "further" in player.root.dataset && { kind: card.dataset.kind, number: Number(number), id: hash.slice(1), stays };
    };
    const write = (how, id) => {
      if (window.location.hash === "#" + id) return;
      try { window.history[how](null, "", "#" + id); } catch (error) { /* a browser that forbids it keeps its address */ }
      keepFragment();
    };
    const follow = () => {
      const found = find(window.location.hash);
      const more = findFurther(window.location.hash, true);
      if (found) player.visit(found[0], found[1]);
      else if (more) wish("example", player, more);
    };
    document.addEventListener("click", (event) => {
      const link = event.target.closest && event.target.closest("a[href^='#']");
      const found = link && find(link.getAttribute("href"));
      if (!found || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      if (!player.root.contains(link)) write("pushState", found[0].frames[found[1]].id);
      player.visit(found[0], found[1]);
      reveal(player);
    });
    const kind = performance.getEntriesByType && performance.getEntriesByType("navigation")[0];
    const reloaded = Boolean(kind) && kind.type === "reload";
    const start = find(window.location.hash);
    const more = findFurther(window.location.hash, reloaded);
    if (start) {
      player.load(start[0], start[1]);
      if (!reloaded) window.addEventListener("load", () => arrive(player));
    } else if (more) wish("example", player, more);
    player.goes = (id) => write("pushState", id);
    player.listeners.push(() => write("replaceState", player.frame.id));
    window.addEventListener("hashchange", follow);
  }

  /* After a link from outside: to the board on a narrow page, to the scene's place in the text on a wide one. */
  function arrive(player) {
    const beside = getComputedStyle(player.root).position === "sticky";
    (beside ? player.scene.card : player.root).scrollIntoView({ block: "start" });
  }

  /* On a page where the board does not stand beside the text: one bar leads to the board, and from there, after such a way,
     another one back to where the reader was. */
  function addBar(player) {
    if (!("IntersectionObserver" in window)) return;
    const copy = one("#page-bar").content.cloneNode(true);
    const [bar, back] = copy.children;
    const step = one("[data-part=bar-step]", bar);
    let away = false;
    let left = null;
    const say = () => {
      one("[data-part=bar-title]", bar).textContent = player.scene.label;
      step.textContent = fill(player.words.place, { n: player.index + 1, total: player.last + 1 });
    };
    const mark = () => {
      bar.hidden = !away;
      back.hidden = away || !left;
      document.documentElement.classList.toggle("is-away", away);
    };
    player.leave = () => {
      left = readingPlace();
      one("[data-part=bar-title]", back).textContent = left && left.chapter ? text(one("h2", left.chapter)) : "";
      mark();
    };
    bar.addEventListener("click", (event) => { event.preventDefault(); reveal(player); });
    back.addEventListener("click", (event) => {
      event.preventDefault();
      window.scrollBy({ top: left.node.getBoundingClientRect().top - left.top, behavior: pace() });
      (left.focus || one("main")).focus({ preventScroll: true });
      left = null;
    });
    player.listeners.push(say);
    say();
    one("main").prepend(copy);
    new IntersectionObserver((seen) => {
      away = !seen[seen.length - 1].isIntersecting;
      if (away) left = null;
      mark();
    }).observe(player.root);
  }

  /* What stands a third down the screen, and how far down: what is above it gets longer or shorter with the scene. */
  function readingPlace() {
    const node = document.elementFromPoint(window.innerWidth / 2, window.innerHeight / 3);
    if (!node || !node.closest("main")) return null;
    const now = document.activeElement;
    return {
      node: node,
      top: node.getBoundingClientRect().top,
      chapter: node.closest(".chapter"),
      focus: now.matches("main a, main button, main summary") && !now.matches(".board-bar, .text-bar") ? now : null,
    };
  }

  /* Beside the board the section that is read offers its scenes; it never puts one there. It is the one that was last pointed
     at: by scrolling on to it, by the focus, or by a link that was followed. */
  function offerScenes(player) {
    if (!("IntersectionObserver" in window)) return;
    const line = player.part.section;
    let wanted = null;
    let told = null;
    let pointed = 0;
    const tell = () => {
      if (told === wanted || line.contains(document.activeElement)) return;
      told = wanted;
      const scenes = player.scenes.filter((scene) => wanted.contains(scene.card));
      line.textContent = "";
      if (scenes.length) line.append(element("span", "", player.words.inSection), ...scenes.map(offer));
      mark();
    };
    const offer = (scene) => {
      const made = button("offer-scene", () => { player.pause(); player.load(scene, 0); player.play(); });
      made.textContent = scene.title;
      made.setAttribute("aria-label", fill(player.words.playScene, { title: scene.title }));
      made.dataset.scene = scene.id;
      return made;
    };
    const mark = () => all("button", line).forEach((made) => {
      made.toggleAttribute("data-now", made.dataset.scene === player.scene.id);
    });
    const read = (chapter) => { wanted = chapter; tell(); };
    const point = (node) => {
      const chapter = node && node.closest("main .chapter");
      if (!chapter) return;
      pointed = performance.now();
      read(chapter);
    };
    one("main").addEventListener("focusin", (event) => point(event.target));
    window.addEventListener("hashchange", () => point(one(":target")));
    line.addEventListener("focusout", () => window.setTimeout(() => { if (wanted) tell(); }));
    player.listeners.push(mark);
    const observer = new IntersectionObserver((seen) => {
      if (pointed && performance.now() - pointed < SCROLLED) return;
      seen.filter((each) => each.isIntersecting).forEach((each) => read(each.target));
    }, { rootMargin: "-30% 0px -69% 0px" });
    all("main .chapter").forEach((chapter) => observer.observe(chapter));
    if (window.location.hash) point(one(":target"));
  }

  /* What is folded opens for a link to it. The search is loaded when it is first opened: by its button, or by the key /. */
  function lookUp(player) {
    const unfold = (hash) => hash && all("details[id]").forEach((folded) => { if ("#" + folded.id === hash) folded.open = true; });
    unfold(window.location.hash);
    document.addEventListener("click", (event) => unfold((event.target.closest("a") || "").hash));
    const offer = one("#page-search");
    if (!offer) return;
    window.rulebook = further;
    const open = () => {
      if (further.search) { further.search(player); return; }
      const script = document.head.appendChild(element("script"));
      script.onload = open;
      script.onerror = () => player.say(player.words.lost);
      script.src = player.root.dataset.further + "search.js";
    };
    one(".ways").appendChild(offer.content);
    one("[data-search]").addEventListener("click", open);
    document.addEventListener("keydown", (event) => {
      if (event.key !== "k" || !(event.ctrlKey || event.metaKey)) return; // a single key could be dictated
      event.preventDefault();
      open();
    });
  }

  function start() {
    const root = one("[data-player]");
    const scenes = all(".scene").map(readScene).filter((scene) => scene.items.length);
    keepFragment();
    window.addEventListener("hashchange", keepFragment);
    if (!root || !scenes.length) return;
    try {
      const player = new Player(root, scenes);
      foldCards(player, player.words);
      addBar(player);
      offerScenes(player);
      linkSteps(player);
      lookUp(player);
      unpackNear(scenes);
      document.documentElement.classList.add("js", "folded");
      player.measure();
      layOut();
    } catch (error) {
      all(".live, .scene-tools, .board-bar, .text-bar").forEach((node) => node.remove());
      throw error;
    }
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) players.forEach((player) => player.pause());
    });
    calm.addEventListener("change", () => players.forEach((player) => player.settle()));
  }

  start();
})();
