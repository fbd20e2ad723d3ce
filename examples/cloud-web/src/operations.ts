import type { Operation } from "@svc/cloud/common/v1";
import type { OperationHandle } from "@svc/cloud/web";
import { byId, element, say } from "./element.js";
import { problem } from "./problem.js";

/** Shows an operation from its start to its end, with its progress. The page goes on meanwhile. */
export async function follow(title: string, operation: OperationHandle<Operation>): Promise<void> {
  const bar = element("progress", { max: "1", value: "0", "aria-label": title });
  const state = element("p", { class: "quiet" }, "Started");
  const row = element("li", { class: "operation" }, element("h3", {}, title), bar, state);
  byId("operations").prepend(row);
  byId("no-operations").hidden = true;
  say(`${title}: started`);
  const show = ({ progress }: Operation): void => {
    bar.value = progress?.workFraction ?? 0;
    state.textContent = `${Math.round(bar.value * 100)} % done`;
  };
  try {
    await operation.wait({ onProgress: show });
    bar.remove();
    row.classList.add("is-done");
    state.textContent = operation.isUnchanged ? "Nothing was to be changed" : "Done";
    say(`${title}: done`);
  } catch (error) {
    row.replaceChildren(problem(`${title} failed`, error));
  }
}
