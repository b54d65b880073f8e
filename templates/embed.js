/* Shows scenes of a rulebook on any page:

     <rulebook-scene scene="ball/dodge" language="en"></rulebook-scene>
     <script src="https://example.org/rules/embed.js" async></script>

   Each scene is a page of its own in a frame, with its own keys, ids and styles. What stands inside the element is
   shown until then, and names the frame. `step` shows another step first. */
(function () {
  "use strict";

  const site = new URL(".", document.currentScript.src);
  const frames = new Set();
  const HIGHEST = 5000;

  class RulebookScene extends HTMLElement {
    connectedCallback() {
      const [book, scene] = (this.getAttribute("scene") || "").split("/").map(encodeURIComponent);
      if (!book || !scene || this.querySelector("iframe")) return;
      const language = encodeURIComponent(this.getAttribute("language") || document.documentElement.lang || "en");
      const step = this.getAttribute("step");
      const frame = document.createElement("iframe");
      const fragment = step ? "#" + scene + "/" + encodeURIComponent(step) : "";
      frame.src = new URL(language + "/" + book + "/scene/" + scene + ".html" + fragment, site).href;
      frame.title = this.getAttribute("title") || this.textContent.trim() || book + ": " + scene;
      frame.loading = "lazy";
      frame.allow = "clipboard-write";
      frame.width = "100%";
      frame.height = "640";
      frame.style.border = "0";
      this.style.display = "block";
      this.textContent = "";
      this.appendChild(frame);
      frames.add(frame);
    }
  }

  window.addEventListener("message", (event) => {
    const frame = Array.from(frames).find((one) => one.contentWindow === event.source);
    const height = event.data && event.data.rulebookHeight;
    if (frame && Number.isFinite(height)) frame.height = String(Math.min(Math.ceil(height), HIGHEST));
  });
  if (!customElements.get("rulebook-scene")) customElements.define("rulebook-scene", RulebookScene);
})();
