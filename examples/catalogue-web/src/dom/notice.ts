import type { Problem } from "../load/problem.js";
import { element, type Content } from "./element.js";

/** Creates a notice that replaces missing content. */
export function notice(title: string, ...content: readonly Content[]): HTMLElement {
  return element("div", { class: "notice" }, element("p", { class: "notice-title" }, title), ...content);
}

/** Creates a notice that describes a problem to users, with a button to retry. */
export function problemNotice({ title, text }: Problem, retry: () => void): HTMLElement {
  const button = element("button", { type: "button", class: "button", "data-key": "retry" }, "Try again");
  button.addEventListener("click", () => {
    button.textContent = "Trying …";
    retry();
  });
  const made = notice(title, element("p", {}, text), button);
  made.classList.add("is-problem");
  return made;
}

/** Creates placeholder lines for text that is still loading. Screen readers skip them. */
export function skeleton(...widths: readonly number[]): HTMLElement {
  const lines = widths.map((width) => element("span", { class: "bone", style: `width:${width}%` }));
  return element("div", { class: "skeleton", "aria-hidden": "true" }, ...lines);
}

/** A line that says that it takes long. */
export function slowNote(): HTMLElement {
  return element("p", { class: "slow" }, "This takes longer than usual. Please wait a little.");
}
