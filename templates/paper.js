/* Keeps a soft hyphen only where a line ends at it: what is searched for in a printed book, or copied from it, is whole. */
document.addEventListener("DOMContentLoaded", function () {
  "use strict";

  const SOFT = "\u00ad";
  const range = document.createRange();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const nodes = [];
  while (walker.nextNode()) if (walker.currentNode.data.includes(SOFT)) nodes.push(walker.currentNode);

  function bottom(node, index) {
    range.setStart(node, index);
    range.setEnd(node, index + 1);
    return range.getBoundingClientRect().bottom;
  }

  const ends = (node, index) => bottom(node, index + 1) - bottom(node, index - 1) > 2;
  const keep = (node) => node.data.replace(/\u00ad/g, (soft, index) => (ends(node, index) ? soft : ""));
  nodes.map(keep).forEach((text, i) => { nodes[i].data = text; });
});
