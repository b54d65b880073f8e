/* What a reader asks of a player beyond showing its steps. It is loaded when it is first asked for, and so is what the rules
   engine has worked out about a scene: here are no rules. Classic scripts only, so that it works from disk as well. */
(function () {
  "use strict";

  const { all, at, element, fill, listed, lookOf, one, pieces, put, readScene, reveal, text, viewOf } = window.rulebook;
  const SVG = "http://www.w3.org/2000/svg";
  const NEAR = 6.5; // units of a drawing within which a point is meant; neighbours are ten apart

  /* ---- Scripts that give something under a name, each asked for once ---- */

  const given = new Map();
  const awaited = new Map();

  window.rulebookGives = (name, value) => given.set(name, value);

  function get(name, address) {
    if (!awaited.has(name)) {
      awaited.set(name, new Promise((done, failed) => {
        const script = element("script");
        const end = () => { if (given.has(name)) done(given.get(name)); else { awaited.delete(name); failed(new Error(name)); } };
        script.onload = end;
        script.onerror = end;
        script.src = address;
        document.head.appendChild(script);
      }));
    }
    return awaited.get(name);
  }

  /* ---- Texts ---- */

  /* In an element of its own where it stands in another language. */
  function said(words, values) {
    const [pattern, language, direction] = Array.isArray(words) ? words : [words];
    const node = element("span", language ? "untranslated" : "", fill(pattern, values || {}));
    if (language) Object.assign(node, { lang: language, dir: direction });
    return node;
  }

  function plain(words) { return Array.isArray(words) ? words[0] : words; }

  /* A name within a sentence that runs the other way: it keeps its own order, and its neighbours theirs. */
  const isolated = (name) => (document.documentElement.dir === "rtl" ? "\u2068" + name + "\u2069" : name);

  function rulesLine(label, rules) {
    const line = element("p", "decided", label);
    rules.forEach((rule) => {
      const link = element("a", "", text(one(".rule-no", document.getElementById(rule) || undefined)) || rule);
      link.href = "#" + rule;
      link.title = rule;
      line.append(" ", link);
    });
    return line;
  }

  function action(words, className, act) {
    const made = element("button", className);
    made.type = "button";
    made.append(words);
    made.addEventListener("click", act);
    return made;
  }

  /* ---- Marks on a board ---- */

  /* Where a click on a drawing lies, in the units of its view. */
  function clicked(board, event) {
    const view = viewOf(board);
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(view.getScreenCTM().inverse());
    return [point.x, point.y];
  }

  function nearestPoint(points, place) {
    let best = "";
    let least = NEAR;
    Object.keys(points).forEach((name) => {
      const distance = Math.hypot(points[name][0] - place[0], points[name][1] - place[1]);
      if (distance < least) { best = name; least = distance; }
    });
    return best;
  }

  /* Rings over what stands there: [kind of ring, place, number or ""]. */
  function mark(board, rings) {
    const view = viewOf(board);
    all(":scope > .explored", view).forEach((node) => node.remove());
    const group = document.createElementNS(SVG, "g");
    group.setAttribute("class", "explored");
    group.setAttribute("aria-hidden", "true");
    const standing = Array.from(pieces(view).values());
    rings.forEach(([ring, place]) => {
      const here = standing.filter((use) => at(use)[0] === place[0] && at(use)[1] === place[1]);
      const stacked = here.some((use) => /-top/.test(lookOf(use)) && document.getElementById("g-" + lookOf(use)).matches(".piece"));
      const use = document.createElementNS(SVG, "use");
      use.setAttribute("href", "#g-" + ring + (stacked ? "-stack" : here.length ? "-on" : ""));
      put(use, place);
      group.appendChild(use);
    });
    rings.filter((ring) => ring[2]).forEach(([, place, number]) => group.appendChild(badge(place, number)));
    view.appendChild(group);
  }

  function badge(place, number) {
    const label = document.createElementNS(SVG, "text");
    label.setAttribute("class", "kind-no");
    label.setAttribute("x", place[0] + 4.6);
    label.setAttribute("y", place[1] - 3);
    label.textContent = number;
    return label;
  }

  /* ---- Trees: what explorer.py writes ---- */

  const isRefused = (tree) => typeof tree === "number";
  const isBranch = (tree) => !isRefused(tree) && !Array.isArray(tree);

  /* What there is to choose next: through fields that no point shows, to the next one that points show. */
  function options(kind, tree, before) {
    const prefix = before || [];
    if (!isBranch(tree)) return [{ kind: kind, prefix: prefix, label: "", point: "", below: tree }];
    const shown = tree.ways.some((way) => way[1] !== "");
    return [].concat(...tree.ways.map(([value, point, below]) => (
      shown || !isBranch(below)
        ? [{ kind: kind, prefix: prefix, field: tree.field, label: value, point: point === 0 ? value : point, below: below }]
        : options(kind, below, prefix.concat([[tree.field, value]]))
    )));
  }

  const live = (option) => !isRefused(option.below);

  /* ---- Exploring ---- */

  class Explorer {
    constructor(player) {
      this.player = player;
      this.on = false;
      this.panel = element("div", "explorer");
      this.panel.setAttribute("role", "group");
      this.panel.setAttribute("aria-label", player.words.explore);
      this.panel.addEventListener("keydown", (event) => this.key(event));
      player.part.captions.after(this.panel);
      player.part.stage.addEventListener("click", (event) => this.pick(event));
      player.listeners.push(() => this.follow());
      player.drawn = () => this.mark();
    }

    toggle() {
      this.on = !this.on;
      this.player.pause();
      this.player.live.classList.toggle("is-exploring", this.on);
      this.player.part.explore.setAttribute("aria-pressed", String(this.on));
      this.frame = null;
      if (this.on) this.follow(true);
      else { this.panel.textContent = ""; this.player.draw(); }
    }

    /* To the step that is shown, as soon as what is known of it is there. */
    follow(asked) {
      const frame = this.player.frame;
      if (!this.on || frame === this.frame) return;
      this.frame = frame;
      this.tree = null;
      this.panel.textContent = "";
      const { book, further } = this.player.root.dataset;
      const scene = book + "/" + this.player.scene.id;
      Promise.all([get(book + "/words", "words.js"), get(scene, further + "explore/" + scene + ".js")]).then(
        ([words, data]) => { if (this.frame === frame && this.on) this.load(words, data, asked); },
        () => { this.panel.textContent = this.player.words.lost; this.player.say(this.player.words.lost); },
      );
    }

    load(words, data, asked) {
      this.words = words;
      this.data = data;
      this.tree = data.states[data.steps[this.frame.id.split("/")[1]]];
      this.restart();
      if (asked) this.announce(this.player.words.pick);
    }

    restart() {
      this.actor = null;
      this.taken = [];
      this.answer = null;
      this.show();
    }

    /* -- What can be chosen -- */

    kindsOf(actor) { return (this.tree.find((pair) => pair[0] === actor) || [actor, []])[1]; }

    mayAct(actor) {
      const kinds = this.kindsOf(actor);
      return !isRefused(kinds) && kinds.some(([kind, tree]) => options(kind, tree).some(live));
    }

    /* The options at hand: of all kinds at first, then of the one that was chosen. */
    get options() {
      if (this.taken.length) {
        const last = this.taken[this.taken.length - 1];
        return isBranch(last.below) ? options(last.kind, last.below) : [];
      }
      const kinds = this.actor === null ? [] : this.kindsOf(this.actor);
      return isRefused(kinds) ? [] : [].concat(...kinds.map(([kind, tree]) => options(kind, tree)));
    }

    name(value) { return plain(value in this.words.names ? this.words.names[value] : String(value === null ? "–" : value)); }
    kind(kind) { return plain(this.words.kinds[kind] || kind); }
    field(field) { return plain(this.words.fields[field] || field); }

    /* -- Choosing -- */

    act(actor) {
      this.actor = actor;
      this.taken = [];
      const kinds = this.kindsOf(actor);
      this.answer = isRefused(kinds) ? [{ kind: "", prefix: [], label: "", point: "", below: kinds }] : null;
      this.show(true);
    }

    take(option) {
      if (live(option)) {
        this.taken = this.taken.concat([option]);
        this.answer = isBranch(option.below) ? null : [option];
      } else this.answer = [option];
      this.show(true);
    }

    /* A point of the board: the legal options there, else a piece that may act, else why not. */
    at(point) {
      const here = this.options.filter((option) => option.point === point);
      const legal = here.filter(live);
      if (legal.length === 1) { this.take(legal[0]); return; }
      if (legal.length) { this.answer = null; this.only = point; this.show(true); return; }
      const actors = this.standing(point);
      const able = actors.filter((actor) => actor !== this.actor && this.mayAct(actor));
      if (able.length && !this.taken.length) this.act(able[0]);
      else if (here.length) { this.answer = here; this.show(true); }
      else if (actors.length) this.act(actors[(actors.indexOf(this.actor) + 1) % actors.length]);
    }

    back() {
      if (this.answer && !live(this.answer[0]) && this.answer[0].kind) this.answer = null;
      else if (this.only) this.only = "";
      else if (this.taken.length) { this.taken = this.taken.slice(0, -1); this.answer = null; }
      else { this.restart(); this.focus(); return; }
      this.show(true);
    }

    pick(event) {
      if (!this.on || !this.tree) return;
      this.player.settle();
      const point = nearestPoint(this.words.points, clicked(this.player.board, event));
      if (point) this.at(point);
    }

    key(event) {
      if (event.key !== "Escape" || this.actor === null) return;
      event.stopPropagation();
      this.back();
    }

    standing(point) {
      const place = String(this.words.points[point]);
      const here = [];
      pieces(viewOf(this.player.board)).forEach((use, token) => { if (String(at(use)) === place) here.push(token); });
      return here.filter((token) => this.tree.some((pair) => pair[0] === token));
    }

    placeOf(actor) {
      const use = pieces(viewOf(this.player.board)).get(actor);
      return use ? at(use) : null;
    }

    /* -- Telling -- */

    show(chosen) {
      const within = this.panel.contains(document.activeElement);
      if (chosen && !this.options.some((option) => option.point === this.only)) this.only = "";
      this.panel.textContent = "";
      const head = element("p", "explorer-path");
      head.tabIndex = -1;
      this.panel.appendChild(head);
      if (this.actor === null) this.showPieces(head);
      else this.showPiece(head);
      this.mark();
      this.panel.scrollTop = 0;
      if (chosen && within) this.focus();
      if (chosen && !within) this.announce(text(this.panel));
    }

    focus() { one(".explorer-path", this.panel).focus({ preventScroll: true }); }

    announce(words) { this.player.say(words); }

    showPieces(head) {
      head.textContent = this.player.words.pick;
      const actors = this.tree.map((pair) => pair[0]).filter((actor) => actor);
      const able = actors.filter((actor) => this.mayAct(actor));
      this.panel.appendChild(this.buttons(able.map((actor) => action(this.name(actor), "choice", () => this.act(actor)))));
      const free = this.kindsOf("");
      const legal = isRefused(free) ? [] : [].concat(...free.map(([kind, tree]) => options(kind, tree))).filter(live);
      const alone = legal.filter((option) => option.label === "");
      const takes = (option) => { this.actor = ""; this.take(option); };
      if (alone.length) this.panel.appendChild(this.rows("", alone, takes));
      Array.from(new Set(legal.filter((option) => option.label !== "").map((option) => option.kind))).forEach((kind) => {
        this.panel.appendChild(this.rows(this.kind(kind), legal.filter((option) => option.kind === kind), takes));
      });
      const others = actors.filter((actor) => !able.includes(actor)).map((actor) => action(this.name(actor), "choice is-quiet", () => this.act(actor)));
      const refused = isRefused(free) ? [] : [].concat(...free.map(([kind, tree]) => options(kind, tree))).filter((option) => !live(option));
      const why = (option) => action(this.label(option), "choice is-quiet", () => takes(option));
      if (others.length + refused.length) this.panel.appendChild(this.folded(this.buttons(others.concat(refused.map(why)))));
    }

    showPiece(head) {
      const back = action(this.player.words.back, "explorer-back", () => this.back());
      const chosen = this.taken.concat(this.answer && !live(this.answer[0]) ? this.answer.slice(0, 1) : []);
      const parts = chosen.map((option) => option.prefix.map((pair) => pair[1]).concat(option.label === "" ? [] : [option.label]).map((value) => isolated(this.name(value))));
      const kind = chosen.length && chosen[0].kind ? [this.kind(chosen[0].kind)] : [];
      head.append(back, " ", [].concat(this.actor ? [isolated(this.name(this.actor))] : [], this.taken.length ? kind : [], ...parts).join(" · "));
      if (this.answer) {
        this.answer.forEach((option) => this.panel.appendChild(this.result(option)));
        return;
      }
      const at = this.options.filter((option) => !this.only || option.point === this.only);
      const legal = at.filter(live);
      const kinds = Array.from(new Set(legal.map((option) => option.kind)));
      kinds.forEach((kind, i) => this.panel.appendChild(this.ofKind(kind, kinds.length > 1 ? i + 1 : "", legal)));
      this.showRefused(at.filter((option) => !live(option)));
    }

    ofKind(kind, number, legal) {
      const mine = legal.filter((option) => option.kind === kind);
      const title = this.taken.length ? this.field(mine[0].field) : this.kind(kind);
      return this.rows(title, mine, (option) => this.take(option), number);
    }

    /* Options in rows, one for each prefix: `die 3: F9 G9`. */
    rows(title, list, take, number) {
      const box = element("div", "explorer-kind");
      if (title) {
        const name = element("h3", "", title);
        if (number) name.prepend(element("span", "kind-badge", String(number)), " ");
        box.appendChild(name);
      }
      const groups = new Map();
      list.forEach((option) => {
        const parts = option.prefix.map(([field, value]) => this.field(field) + " " + isolated(this.name(value)));
        const key = listed(parts, this.player.words);
        groups.set(key, (groups.get(key) || []).concat([option]));
      });
      groups.forEach((some, key) => {
        const row = this.buttons(some.map((option) => action(this.label(option) || this.kind(option.kind), "choice", () => take(option))));
        if (key) row.prepend(element("span", "explorer-prefix", key));
        box.appendChild(row);
      });
      return box;
    }

    label(option) { return option.label === "" ? this.kind(option.kind) : this.name(option.label); }

    /* Kinds that are refused in one sentence, then the points of the others, each with its reason behind it. */
    showRefused(refused) {
      if (!refused.length) return;
      const box = element("div");
      const whole = refused.filter((option) => !option.point && option.label === "");
      whole.forEach((option) => box.appendChild(this.result(option)));
      const kinds = Array.from(new Set(refused.filter((option) => !whole.includes(option)).map((option) => option.kind)));
      kinds.forEach((kind) => {
        const mine = refused.filter((option) => option.kind === kind && !whole.includes(option));
        const row = this.buttons(mine.map((option) => action(this.label(option), "choice is-quiet", () => this.take(option))));
        row.prepend(element("span", "explorer-prefix", this.kind(kind)));
        box.appendChild(row);
      });
      this.panel.appendChild(this.folded(box));
    }

    folded(content) {
      const box = element("details", "explorer-more");
      box.append(element("summary", "", this.player.words.whyNot), content);
      return box;
    }

    buttons(list) {
      const row = element("div", "choices");
      row.append(...list);
      return row;
    }

    /* What happens, or why not. */
    result(option) {
      const box = element("div", isRefused(option.below) ? "explorer-says is-refused" : "explorer-says");
      const words = this.player.words;
      if (isRefused(option.below)) {
        const [sentence, rule] = this.sentence(option.below);
        const line = element("p");
        if (option.kind) line.append(element("strong", "", this.kind(option.kind) + ": "));
        line.append(sentence);
        box.append(line, rulesLine(words.refused, [rule]));
        return box;
      }
      const every = option.below.reduce((sum, outcome) => sum + outcome[0], 0);
      option.below.forEach(([falls, ...sayings]) => {
        const line = element("p");
        const told = sayings.map((saying) => this.sentence(saying));
        if (option.below.length > 1) line.append(element("span", "odds", this.odds(falls, every)), " ");
        told.filter(([sentence]) => sentence.textContent).forEach(([sentence]) => line.append(sentence, " "));
        const rules = Array.from(new Set(told.map(([, rule]) => rule).filter(Boolean)));
        box.append(line, ...(rules.length ? [rulesLine(words.decided, rules)] : []));
      });
      return box;
    }

    odds(falls, every) {
      const common = (a, b) => (b ? common(b, a % b) : a);
      const by = common(falls, every);
      return fill(this.player.words.chance, { n: falls / by, all: every / by });
    }

    /* A sentence and the rule that decided it. */
    sentence(number) {
      const [index, ...values] = this.data.said[number];
      const [key, rule, ...names] = this.data.texts[index];
      const facts = {};
      names.forEach((name, i) => { facts[name] = isolated(this.name(values[i])); });
      return [said(this.words.texts[key], facts), rule];
    }

    /* -- On the board -- */

    mark() {
      if (!this.on || !this.tree || this.player.tween) return;
      const rings = [];
      if (this.actor === null) {
        this.tree.forEach(([actor]) => { if (actor && this.mayAct(actor) && this.placeOf(actor)) rings.push(["actor", this.placeOf(actor)]); });
        mark(this.player.board, rings);
        return;
      }
      if (this.actor && this.placeOf(this.actor)) rings.push(["actor", this.placeOf(this.actor)]);
      const points = this.words.points;
      const legal = this.options.filter((option) => live(option) && option.point);
      const kinds = Array.from(new Set(this.options.filter(live).map((option) => option.kind)));
      const numbers = new Map();
      legal.forEach((option) => {
        const known = numbers.get(option.point) || new Set();
        numbers.set(option.point, known.add(kinds.length > 1 ? kinds.indexOf(option.kind) + 1 : ""));
      });
      if (!this.answer || !live(this.answer[0])) numbers.forEach((set, point) => rings.push(["target", points[point], Array.from(set).join(" ")]));
      this.taken.forEach((option) => { if (option.point) rings.push(["aim", points[option.point], ""]); });
      if (this.answer && !live(this.answer[0]) && this.answer[0].point) rings.push(["refused", points[this.answer[0].point], ""]);
      mark(this.player.board, rings);
    }
  }

  /* ---- Your call: a step asks before it shows ---- */

  class Call {
    constructor(player) {
      this.player = player;
      this.form = element("form", "call");
      this.form.noValidate = true;
      this.form.addEventListener("keydown", (event) => { if (event.key !== "Escape") event.stopPropagation(); });
      this.form.addEventListener("submit", (event) => { event.preventDefault(); this.check(); });
      player.part.ask.appendChild(this.form);
      player.part.stage.addEventListener("click", (event) => this.pick(event));
      player.listeners.push(() => this.follow());
      const drawn = player.drawn;
      player.drawn = () => { drawn.call(player); this.mark(); };
    }

    get words() { return this.player.words; }

    open() {
      const question = this.player.question;
      if (!question) return;
      this.player.pause();
      this.player.settle();
      this.question = question;
      this.frame = this.player.frame;
      this.kind = question.dataset.ask;
      this.right = question.dataset.answer.split(" ");
      const book = this.player.root.dataset.book;
      get(book + "/words", "words.js").then((words) => { this.book = words; this.build(); }, () => this.player.say(this.words.lost));
    }

    build() {
      this.form.textContent = "";
      this.player.part.answer.hidden = true;
      this.player.live.classList.add("is-asking");
      const example = Object.keys(this.book.points)[0];
      const { points, point, piece, number } = this.words;
      const label = element("label", "", fill({ targets: points, where: point, who: piece, count: number }[this.kind], { example: isolated(example) }));
      this.field = this.kind === "who" ? this.pieces() : element("input");
      if (this.kind === "count") Object.assign(this.field, { type: "number", min: "0", step: "1" });
      if (this.kind === "targets" || this.kind === "where") Object.assign(this.field, { type: "text", autocomplete: "off", spellcheck: false });
      this.field.addEventListener("input", () => this.mark());
      label.append(" ", this.field);
      const check = element("button", "", this.words.check);
      check.type = "submit";
      this.verdict = element("p", "verdict");
      this.form.append(label, check, action(this.words.showMe, "", () => this.player.step(1)), this.verdict);
      this.field.focus({ preventScroll: true });
      this.mark();
    }

    pieces() {
      const list = element("select");
      const tokens = Array.from(pieces(viewOf(this.player.board)).keys()).filter((token) => token !== "ball").sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
      list.append(new Option("–", ""), ...tokens.map((token) => new Option(plain(this.book.names[token] || token), token)));
      return list;
    }

    get asking() { return Boolean(this.field) && this.player.frame === this.frame && this.form.contains(this.field); }

    get answer() { return this.field.value.toUpperCase().split(/[^\p{L}\p{N}.-]+/u).filter(Boolean); }

    pick(event) {
      if (!this.asking || this.kind === "count") return;
      const name = nearestPoint(this.book.points, clicked(this.player.board, event));
      if (!name) return;
      if (this.kind === "who") {
        const place = String(this.book.points[name]);
        const here = Array.from(pieces(viewOf(this.player.board))).filter(([token, use]) => token !== "ball" && String(at(use)) === place);
        if (here.length) this.field.value = here[here.length - 1][0];
      } else if (this.kind === "where") this.field.value = name;
      else this.field.value = (this.answer.includes(name) ? this.answer.filter((one) => one !== name) : this.answer.concat(name)).join(" ");
      this.mark();
    }

    /* What is chosen so far has rings on the board. */
    mark() {
      if (!this.asking || this.player.tween) return;
      let points = [];
      if (this.kind === "who") {
        const use = pieces(viewOf(this.player.board)).get(this.field.value);
        points = use ? [at(use)] : [];
      } else if (this.kind !== "count") points = this.answer.filter((name) => name in this.book.points).map((name) => this.book.points[name]);
      mark(this.player.board, points.map((point) => ["aim", point, ""]));
    }

    check() {
      const given = this.kind === "who" ? [this.field.value] : this.answer;
      const strange = this.kind === "count" ? [] : given.filter((name) => this.kind !== "who" && !(name in this.book.points));
      if (!given.length || !given[0]) { this.field.focus(); return; }
      if (strange.length) { this.tell(fill(this.words.unread, { words: listed(strange.map(isolated), this.words) })); this.field.focus(); return; }
      const same = given.length === this.right.length && this.right.every((name) => given.includes(name));
      this.reveal(fill(same ? this.words.right : this.words.wrong, { answer: listed(this.right.map((name) => isolated(plain(this.book.names[name] || name))), this.words) }), same);
    }

    tell(words) {
      this.verdict.textContent = words;
      this.player.say(words);
    }

    /* The step itself, with the verdict and its rules beside the controls until the next step. */
    reveal(words, same) {
      const { question, player } = this;
      const rules = question.dataset.rules.split(" ").filter(Boolean);
      player.live.classList.remove("is-asking");
      player.step(1);
      const box = element("div", same ? "verdict is-right" : "verdict is-wrong");
      box.append(element("p", "", words));
      if (rules.length) box.append(rulesLine(this.words.decided, rules));
      this.form.replaceChildren(box);
      player.part.ask.hidden = false;
      player.part.question.textContent = text(question);
      this.told = player.frame;
      player.say(words + " " + player.sentence());
      player.part.forward.focus({ preventScroll: true });
    }

    /* At another step the question is over. */
    follow() {
      if (this.player.frame === this.frame || this.player.frame === this.told) return;
      this.form.textContent = "";
      this.field = this.frame = this.told = null;
      this.player.part.answer.hidden = false;
      this.player.live.classList.remove("is-asking");
    }
  }

  /* ---- Another example of a kind of action ---- */

  const shown = new Map();

  /* The next one, or the one that an address names: `number` from 1 and the `id` of a step. */
  function example(player, { kind, number, id, stays }) {
    const name = player.root.dataset.book + "/examples/" + kind;
    get(name, "examples/" + kind + ".js").then((value) => {
      const asked = number ? number - 1 : ((shown.has(name) ? shown.get(name) : -1) + 1) % value.scenes.length;
      if (!value.scenes[asked]) return;
      if (!shown.has(name)) addSymbols(value.symbols);
      shown.set(name, asked);
      const made = document.createRange().createContextualFragment(value.scenes[asked]).firstElementChild;
      const scene = readScene(made);
      scene.label = fill(player.words.counted, { title: scene.title, n: asked + 1, total: value.scenes.length });
      scene.button = element("button");
      if (!number) player.goes(scene.frames[0].id);
      open(player, scene, Math.max(scene.frames.findIndex((frame) => frame.id === id), 0));
      if (!stays) reveal(player);
      if (!number) player.say(fill(player.words.shows, { title: scene.label, says: player.sentence() }));
    }, () => player.say(player.words.lost));
  }

  function addSymbols(drawn) {
    const symbols = document.createRange().createContextualFragment(drawn);
    all("[id]", symbols).forEach((symbol) => { if (document.getElementById(symbol.id)) symbol.remove(); });
    document.body.append(symbols);
  }

  /* In the place behind all scenes, where there is one example at a time. */
  function open(player, scene, index) {
    const list = player.part.scene;
    if (player.scenes[player.scenes.length - 1].isExample) {
      player.scenes.pop();
      list.lastElementChild.remove();
    }
    scene.isExample = true;
    player.scenes.push(scene);
    list.append(new Option(scene.label, player.scenes.length - 1));
    player.pause();
    player.load(scene, index);
  }

  /* ---- What the player asks for ---- */

  const explorers = new Map();

  function explorerOf(player) {
    if (!explorers.has(player)) explorers.set(player, new Explorer(player));
    return explorers.get(player);
  }

  const calls = new Map();

  /* What the book calls its pieces, for the position as a table. */
  function names(player) {
    get(player.root.dataset.book + "/words", "words.js").then((words) => {
      Object.keys(words.names).forEach((token) => { player.names[token] = plain(words.names[token]); });
      player.tabulate();
    }, () => {});
  }

  window.rulebook.wishes = {
    example: example,
    names: names,
    explore: (player) => explorerOf(player).toggle(),
    call: (player) => {
      if (!calls.has(player)) calls.set(player, new Call(player));
      calls.get(player).open();
    },
  };
})();
