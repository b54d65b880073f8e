/* Puts the language that a reader has asked the browser for first among those that are offered. */
(function () {
  "use strict";

  document.querySelectorAll("[data-languages]").forEach((list) => {
    const items = Array.from(list.children);
    const wish = (item) => {
      const language = item.dataset.language;
      const place = (navigator.languages || []).findIndex((tag) => {
        const wanted = tag.toLowerCase().replace(/^(no|nn)\b/, "nb");
        return wanted === language || wanted.split("-")[0] === language.split("-")[0];
      });
      return place < 0 ? Infinity : place;
    };
    const best = items.reduce((a, b) => (wish(b) < wish(a) ? b : a));
    if (wish(best) < Infinity) list.insertBefore(best, list.firstChild);
  });
})();
