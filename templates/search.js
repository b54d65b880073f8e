/* Searches the texts of a book. It is loaded when a reader first asks for it, and so is its index, which holds the texts and
   the dialog: here is no word of any language. Works from disk, and inside a page that stands alone. */
(function () {
  "use strict";

  const tools = window.rulebook;
  if (!tools || tools.search) return; // a page that offers no search, or a script that was asked for twice
  const { all, element, one } = tools;

  const INDEX = "search-index.js";
  const PAUSE = 350; // ms without a key before the number of hits is told
  const BEFORE = 40; // characters of an excerpt before its first hit
  const LENGTH = 220; // characters of an excerpt

  /* ---- Folding: what differs in how it is written, and not in what is meant, becomes the same ---- */

  /* Letters that are typed in two ways: as the plain letter, and in two letters. */
  const SPELT = {
    "å": ["a", "aa"], "ä": ["a", "ae"], "ö": ["o", "oe"], "ø": ["o", "oe"], "ü": ["u", "ue"],
    "æ": ["ae", "ae"], "œ": ["oe", "oe"], "ß": ["ss", "ss"], "ı": ["i", "i"], "ł": ["l", "l"], "đ": ["d", "d"],
  };
  const SAME = { "ٱ": "ا", "ى": "ي", "ة": "ه", "ک": "ك", "ی": "ي" };
  /* Marks above and below letters but for those of kana, what is not seen, lengthened lines, and what joins a word. */
  const DROPPED = /(?![\u3099\u309a])\p{Mn}|[\p{Cf}\u0640'\u2018\u2019\u02bc\u2010\u2011-]/gu;
  const letters = new Map();

  function plainLetter(letter) {
    const code = letter.codePointAt(0);
    if (code >= 0x30a1 && code <= 0x30f6) return String.fromCodePoint(code - 0x60);
    if (/[\u0660-\u0669\u06f0-\u06f9]/.test(letter)) return String(code & 15);
    return SAME[letter] || (SPELT[letter] || [letter])[0];
  }

  function foldLetter(letter) {
    const small = letter.toLowerCase();
    if (SPELT[small]) return SPELT[small];
    const bare = small.normalize("NFKD").toLowerCase().replace(DROPPED, "");
    const plain = Array.from(bare, plainLetter).join("");
    return [plain, plain];
  }

  /* A text folded in the first or second way; `from` and `to` tell which part of it each folded character was. */
  function fold(words, way) {
    const folded = { text: "", from: [], to: [] };
    let at = 0;
    Array.from(words).forEach((letter) => {
      if (!letters.has(letter)) letters.set(letter, foldLetter(letter));
      const next = at + letter.length;
      const put = letters.get(letter)[way];
      for (let i = 0; i < put.length; i += 1) { folded.from.push(at); folded.to.push(next); }
      folded.text += put;
      at = next;
    });
    return folded;
  }

  /* ---- The index: works with their parts, as search.py writes them ---- */

  function field(written) {
    const [words, language, direction] = Array.isArray(written) ? written : [written];
    let ways = null;
    return {
      words, language, direction,
      get ways() { return ways || (ways = [fold(words, 0), fold(words, 1)]); },
    };
  }

  function readGroup([kind, whole, works]) {
    return {
      kind, whole,
      works: works.map(([title, ...parts]) => ({
        title: field(title),
        parts: parts.map(([id, label, words]) => ({ id, label, text: field(words) })),
      })),
    };
  }

  /* ---- Finding ---- */

  const isLetter = (character) => /[\p{L}\p{N}]/u.test(character);
  const before = (words, at) => Array.from(words.slice(Math.max(0, at - 2), at)).pop() || "";
  const startsWord = (words, at) => !isLetter(before(words, at));
  const endsWord = (words, at) => !isLetter(Array.from(words.slice(at, at + 2))[0] || "");

  /* Every place of a word in a text, as [start, end]. A single letter or digit has to be a word by itself. */
  function places(text, word) {
    const found = new Map();
    text.ways.forEach((folded, way) => {
      const wanted = word[way];
      for (let i = folded.text.indexOf(wanted); i >= 0; i = folded.text.indexOf(wanted, i + 1)) {
        const last = i + wanted.length - 1;
        const split = (at) => at > 0 && at < folded.from.length && folded.from[at] === folded.from[at - 1];
        const [start, end] = [folded.from[i], folded.to[last]];
        const alone = startsWord(text.words, start) && endsWord(text.words, end);
        if (!split(i) && !split(last + 1) && (alone || !/^[a-z0-9]$/.test(wanted))) found.set(start, end);
      }
    });
    return Array.from(found).sort((a, b) => a[0] - b[0]);
  }

  /* How well a text fits a word: 3 begins with it, 2 has it at the start of a word, 1 holds it, 0 does not. */
  function fits(text, word) {
    const found = places(text, word);
    if (!found.length) return 0;
    if (found[0][0] === 0) return 3;
    return found.some(([start]) => startsWord(text.words, start)) ? 2 : 1;
  }

  /* How many of the words a part holds, and what it is worth; nothing for a part that is not the first and has none itself. */
  function worth(work, part, first, words) {
    let own = first;
    let held = 0;
    let value = 0;
    for (const word of words) {
      const inTitle = fits(work.title, word);
      const inText = fold(part.label, 0).text === word[0] ? 9 : fits(part.text, word);
      held += Number(inTitle + inText > 0);
      own = own || inText > 0;
      value += first ? Math.max(inTitle * 4, inText) : inText + inTitle / 8;
    }
    return own ? { held, value } : { held: 0, value: 0 };
  }

  const better = (one, other) => other.held - one.held || other.value - one.value || one.order - other.order;

  /* What a group holds, best first, each place once. */
  function search(group, words) {
    const best = new Map();
    group.works.forEach((work, order) => {
      work.parts.forEach((part, i) => {
        const hit = { ...worth(work, part, i === 0, words), work, part, order };
        const key = group.whole ? order : part.id;
        if (hit.held && !(best.has(key) && better(best.get(key), hit) <= 0)) best.set(key, hit);
      });
    });
    return Array.from(best.values()).sort(better);
  }

  /* The groups with their hits: what holds all words, or the most of them where nothing holds all. */
  function searchAll(groups, words) {
    const found = groups.map((group) => [group, search(group, words)]);
    const most = Math.max(...found.map(([, hits]) => (hits.length ? hits[0].held : 0)));
    return found.map(([group, hits]) => [group, hits.filter((hit) => hit.held === most)]).filter(([, hits]) => hits.length);
  }

  /* The words of a query without what a sentence sets around them. */
  function asked(query) {
    const words = query.normalize("NFC").split(/\s+/).map((word) => word.replace(/^[^\p{L}\p{N}#]+|[^\p{L}\p{N}#]+$/gu, ""));
    return words.map((word) => [fold(word, 0).text, fold(word, 1).text]).filter((word) => word[0]);
  }

  /* ---- Showing ---- */

  /* A piece of a text with its hits marked. */
  function marked(className, text, words, start, end) {
    const node = element("span", text.language ? className + " untranslated" : className);
    if (text.language) Object.assign(node, { lang: text.language, dir: text.direction });
    const found = [].concat(...words.map((word) => places(text, word))).sort((a, b) => a[0] - b[0]);
    let at = start;
    if (start > 0) node.append("…");
    found.forEach(([from, to]) => {
      if (from < at || to > end) return;
      node.append(text.words.slice(at, from), element("mark", "", text.words.slice(from, to)));
      at = to;
    });
    node.append(text.words.slice(at, end));
    if (end < text.words.length) node.append("…");
    return node;
  }

  /* Where an excerpt begins and ends: around the first hit, and between words where that is near. */
  function excerpt(text, words) {
    const whole = text.words;
    const first = Math.min(whole.length, ...words.map((word) => (places(text, word)[0] || [Infinity])[0]));
    let start = first < whole.length && whole.length > LENGTH ? Math.max(0, first - BEFORE) : 0;
    let end = Math.min(whole.length, start + LENGTH);
    const space = whole.indexOf(" ", start);
    if (start && space >= 0 && space < first) start = space + 1;
    if (end < whole.length && whole.lastIndexOf(" ", end) > start + LENGTH / 2) end = whole.lastIndexOf(" ", end);
    return [start, end];
  }

  /* A text with a place of its own comes before the title of what it stands in. */
  function hitItem({ work, part }, words, whole) {
    const link = element("a", whole || part.id === work.parts[0].id ? "hit" : "hit is-part");
    link.href = "#" + part.id;
    link.append(element("span", "no", part.label), " ", marked("hit-title", work.title, words, 0, work.title.words.length));
    if (part.text.words && (!whole || words.some((word) => fits(part.text, word)))) link.append(" ", marked("hit-text", part.text, words, ...excerpt(part.text, words)));
    const item = element("li");
    item.append(link);
    return item;
  }

  class Finder {
    constructor(given) {
      const made = document.createElement("template");
      made.innerHTML = given.dialog;
      this.dialog = one("dialog", made.content);
      this.part = {};
      all("[data-part]", this.dialog).forEach((node) => { this.part[node.dataset.part] = node; });
      this.counts = all("span", this.part.counts.content).map((node) => node.textContent);
      this.groups = given.groups.map(readGroup);
      document.body.append(this.dialog);
      this.listen();
    }

    listen() {
      this.part.words.addEventListener("input", () => this.find());
      this.part.close.addEventListener("click", () => this.dialog.close());
      this.dialog.addEventListener("keydown", (event) => this.key(event));
      this.dialog.addEventListener("click", (event) => this.click(event));
    }

    open() {
      if (!this.dialog.open) this.dialog.showModal();
      this.part.words.focus();
      this.part.words.select();
    }

    find() {
      const words = asked(this.part.words.value);
      const found = searchAll(this.groups, words);
      this.part.found.textContent = "";
      found.forEach(([group, hits]) => this.show(group, hits, words));
      this.part.found.scrollTop = 0;
      this.tell(words.length ? this.counts[found.reduce((sum, [, hits]) => sum + hits.length, 0)] : "");
    }

    show({ kind, whole }, hits, words) {
      const heading = one("[data-kind=" + kind + "]", this.part.kinds.content).cloneNode(true);
      heading.id = "page-finder-" + kind;
      const list = element("ol");
      list.setAttribute("aria-labelledby", heading.id);
      hits.forEach((hit) => list.append(hitItem(hit, words, whole)));
      this.part.found.append(heading, list);
    }

    /* A reader who hears the page is told once, when nothing is typed any more. */
    tell(words) {
      window.clearTimeout(this.later);
      this.later = window.setTimeout(() => { this.part.told.textContent = words; }, PAUSE);
    }

    /* Up and down through the hits, from the field and back to it; Enter in the field follows the first. */
    key(event) {
      if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
      const stops = [this.part.words, ...all("a", this.part.found)];
      const here = stops.indexOf(document.activeElement);
      const go = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (event.key === "Escape") this.dialog.close();
      else if (event.key === "Enter" && here === 0 && stops[1]) stops[1].click();
      else if (go && here >= 0) stops[Math.min(Math.max(here + go, 0), stops.length - 1)].focus();
      else return;
      event.preventDefault();
    }

    /* The page follows the link itself, to the text or to the player, as soon as the dialog is away. */
    click(event) {
      const link = event.target.closest("a");
      if (event.target === this.dialog) this.dialog.close();
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      this.dialog.close();
      const place = document.getElementById(link.getAttribute("href").slice(1));
      if (place && !place.matches(".frame, [tabindex]")) place.tabIndex = -1;
    }
  }

  /* ---- Opening ---- */

  let finder = null;
  let given = null;

  window.rulebookSearches = (value) => { given = value; };

  function show() {
    finder = finder || new Finder(given);
    finder.open();
  }

  tools.search = (player) => {
    const here = one("#page-search-index");
    if (here) given = given || JSON.parse(here.textContent);
    if (given) { show(); return; }
    const script = element("script");
    script.onload = show;
    script.onerror = () => player.say(player.words.lost);
    script.src = INDEX;
    document.head.append(script);
  };
})();
