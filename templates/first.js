/* Before anything is drawn, in the page itself: a page that is going to be played is laid out folded at once, and sparing
   of what is far away. Whoever comes back or follows a link to a place finds the whole page, so that the place stays where
   it is. If no player stands when all has been read, or it keeps the page waiting, the page is as without scripts. */
(function () {
  "use strict";

  const page = document.documentElement;
  const kind = performance.getEntriesByType && performance.getEntriesByType("navigation")[0];
  const plain = () => {
    if (page.classList.contains("js")) return;
    page.classList.remove("folded", "sparing");
    document.querySelectorAll(".frame > noscript").forEach((kept) => {
      kept.replaceWith(document.createRange().createContextualFragment(kept.textContent));
    });
  };
  page.classList.add("folded");
  page.classList.toggle("sparing", !window.location.hash && Boolean(kind) && kind.type === "navigate");
  document.addEventListener("DOMContentLoaded", plain);
  window.setTimeout(plain, 4000);
})();
