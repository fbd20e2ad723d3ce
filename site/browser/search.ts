import MiniSearch, { type SearchResult } from "minisearch";
import { indexOptions } from "../src/search/search-options.js";

declare global {
  /** The index as text, which `search-index.js` sets. */
  var stratusSearchIndex: string | undefined;
}

const maxResults = 30;

/** Opens the search with a button, `/` or Ctrl+K. The index is loaded when it is first opened. */
export function addSearch(button: HTMLButtonElement, dialog: HTMLDialogElement): void {
  const [input, list, status] = [
    dialog.querySelector("input"),
    dialog.querySelector("ol"),
    dialog.querySelector("p"),
  ];
  if (!input || !list || !status) return;
  let index: Promise<MiniSearch> | undefined;
  const open = (): void => {
    index ??= loadIndex();
    dialog.showModal();
    input.select();
  };
  button.addEventListener("click", open);
  addEventListener("keydown", (event) => {
    const isTyping = event.target instanceof HTMLInputElement;
    if ((event.key === "/" && !isTyping) || (event.key === "k" && (event.ctrlKey || event.metaKey))) {
      event.preventDefault();
      open();
    }
  });
  input.addEventListener("input", () => {
    const asked = input.value;
    void index?.then((loaded) => {
      if (asked !== input.value) return;
      const found = asked.trim() === "" ? [] : loaded.search(asked).slice(0, maxResults);
      list.replaceChildren(...found.map((one) => resultItem(one)));
      status.textContent =
        asked.trim() === "" ? "" : found.length === 0 ? "Nothing matches." : `${found.length} found`;
    });
  });
  dialog.addEventListener("keydown", (event) => moveFocus(event, input, list));
  list.addEventListener("click", () => dialog.close());
}

function loadIndex(): Promise<MiniSearch> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = document.body.dataset["search"] ?? "";
    script.addEventListener("load", () =>
      resolve(MiniSearch.loadJSON(globalThis.stratusSearchIndex ?? "", indexOptions as never)),
    );
    script.addEventListener("error", reject);
    document.head.append(script);
  });
}

/** All text of an entry is text, whatever the API calls its parts. */
function resultItem({ kind, title, text, url }: SearchResult): HTMLLIElement {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = `${document.body.dataset["root"]}${url as string}`;
  const [label, name, words] = ["span", "strong", "span"].map((tag) => document.createElement(tag));
  if (label && name && words) {
    label.className = "kind";
    label.textContent = kind as string;
    name.textContent = title as string;
    words.textContent = text as string;
    link.append(label, name, words);
  }
  item.append(link);
  return item;
}

/** The arrow keys lead from the field to the results; Enter in the field opens the first. */
function moveFocus(event: KeyboardEvent, input: HTMLInputElement, list: HTMLOListElement): void {
  const links = [...list.querySelectorAll("a")];
  if (event.key === "Enter" && document.activeElement === input) {
    event.preventDefault();
    links[0]?.click();
    return;
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const at = links.findIndex((link) => link === document.activeElement) + step;
  (at < 0 ? input : (links[Math.min(at, links.length - 1)] ?? input)).focus();
}
