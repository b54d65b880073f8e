/* Before anything is drawn: a page that is going to be played is laid out folded at once, and what the first view does
   not need waits. If no player stands when all has been read, or it keeps the page waiting, the page is as without scripts. */
(function () {
  "use strict";

  const { classList } = document.documentElement;
  const plain = () => { if (!classList.contains("js")) classList.remove("folded", "sparing", "hasty"); };
  const kind = performance.getEntriesByType && performance.getEntriesByType("navigation")[0];
  classList.add("folded");
  if ("IntersectionObserver" in window) {
    classList.add("sparing");
    // Whoever comes back or follows a link to a place finds the whole page, so that the place stays where it is.
    if (!window.location.hash && kind && kind.type === "navigate") classList.add("hasty");
  }
  document.addEventListener("DOMContentLoaded", plain);
  window.setTimeout(plain, 4000);
})();
