/* Tells the page around a scene how high it is. */
(function () {
  "use strict";

  if (window.parent === window || !("ResizeObserver" in window)) return;
  document.documentElement.classList.add("is-framed");
  const tell = () => window.parent.postMessage({ rulebookHeight: document.body.offsetHeight }, "*");
  new ResizeObserver(tell).observe(document.body);
})();
