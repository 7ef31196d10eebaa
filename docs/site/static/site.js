// Adds a button that copies to each example, and excerpts of pages to the results of a search. Pages are opened
// from files, too, where scripts may be loaded, and nothing can be fetched.
"use strict";

const AROUND = 90; // characters of an excerpt on each side of a word

function addCopyButtons() {
  for (const pre of document.querySelectorAll("div.highlight pre")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      const text = pre.textContent.trimEnd();
      try {
        await navigator.clipboard.writeText(text);
      } catch {
        const area = document.createElement("textarea");
        area.value = text;
        document.body.append(area);
        area.select();
        document.execCommand("copy");
        area.remove();
      }
      button.textContent = "Copied";
      setTimeout(() => { button.textContent = "Copy"; }, 1500);
    });
    pre.parentElement.append(button);
  }
}

function excerpt(text, words) {
  const lower = text.toLowerCase();
  const at = Math.max(0, Math.min(...words.map((word) => lower.indexOf(word)).filter((place) => place >= 0), text.length));
  const from = at === text.length ? 0 : Math.max(0, at - AROUND);
  const line = document.createElement("p");
  line.className = "excerpt";
  const shown = `${from ? "… " : ""}${text.slice(from, from + 2 * AROUND)} …`;
  const wanted = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
  for (const part of shown.split(new RegExp(`(${wanted})`, "i"))) {
    if (words.includes(part.toLowerCase())) {
      const mark = document.createElement("mark");
      mark.textContent = part;
      line.append(mark);
    } else {
      line.append(part);
    }
  }
  return line;
}

function addExcerpts(results, words) {
  const root = new URL(document.documentElement.dataset.content_root || "./", location.href).href;
  const describe = () => {
    for (const link of results.querySelectorAll("li > a:not([data-described])")) {
      link.dataset.described = "";
      const page = link.href.split(/[?#]/)[0].slice(root.length).replace(/\.html$/, "");
      const text = window.pageTexts[page];
      if (text) link.parentElement.append(excerpt(text, words));
    }
  };
  new MutationObserver(describe).observe(results, { childList: true, subtree: true });
  describe();
}

addEventListener("DOMContentLoaded", () => {
  addCopyButtons();
  const results = document.getElementById("search-results");
  const words = (new URLSearchParams(location.search).get("q") || "").toLowerCase().split(/\s+/).filter(Boolean);
  if (!results || !words.length) return;
  const script = document.createElement("script");
  script.src = `${document.documentElement.dataset.content_root || "./"}_static/page_texts.js`;
  script.addEventListener("load", () => addExcerpts(results, words));
  document.head.append(script);
});
