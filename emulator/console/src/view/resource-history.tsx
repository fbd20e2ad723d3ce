/** The history of a resource: who changed it, by which mask, from what to what. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { ChangeView } from "../../../src/control/view-types.js";
import { useTicks, useWorld } from "../state/world.js";
import { ageText } from "../text/age.js";
import { diffJson } from "../text/diff-json.js";
import type { JsonMap } from "../text/json.js";
import { oneLine, safeText } from "../text/safe-text.js";
import { JsonView, ShortValue } from "./parts/json-view.jsx";
import { Empty } from "./parts/notice.jsx";

/** Draws the changes of a resource, the newest first. */
export function History({ changes }: { readonly changes: readonly ChangeView[] }): JSX.Element {
  if (changes.length === 0)
    return (
      <Empty title="No change is known">
        <p class="quiet">The emulator keeps the last changes since its start.</p>
      </Empty>
    );
  return (
    <ol class="history">
      {changes.toReversed().map((change, index) => (
        <Change key={changes.length - index} change={change} />
      ))}
    </ol>
  );
}

function Change({ change }: { readonly change: ChangeView }): JSX.Element {
  const [isWhole, setIsWhole] = useState(false);
  useTicks(1000);
  const { nowMs } = useWorld();
  const { time, method, account, mask, before, after } = change;
  const verb = before === null ? "Created" : after === null ? "Deleted" : "Updated";
  return (
    <li>
      <p class="change-head">
        <strong>{verb}</strong>
        <span class="quiet" title={time}>
          {ageText(time, nowMs())} ago
        </span>
        {account !== "" && (
          <span>
            by <bdi>{oneLine(account, 60)}</bdi>
          </span>
        )}
      </p>
      <p class="quiet">
        <code>{oneLine(method, 120)}</code>
      </p>
      {mask !== undefined && (
        <p>
          <span class="quiet">Reset mask</span>{" "}
          {mask === "" ? (
            <span class="quiet">empty</span>
          ) : (
            <code class="value">{safeText(mask).slice(0, 1000)}</code>
          )}
        </p>
      )}
      <Differences before={before} after={after} />
      <button type="button" class="link" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
        {isWhole ? "Hide" : "Show"} the whole resource
      </button>
      {isWhole && before !== null && <JsonView value={before as JsonMap} label="Before" />}
      {isWhole && after !== null && <JsonView value={after as JsonMap} label="After" />}
    </li>
  );
}

/** Lets a path break after its dots, where it does not fit. */
function breakable(path: string): (string | JSX.Element)[] {
  return path.split(/(?<=\.)/).flatMap((part, index) => (index === 0 ? [part] : [<wbr key={index} />, part]));
}

type ChangedValues = Pick<ChangeView, "before" | "after">;

/** Draws the fields that differ. There are none if the change created or deleted the resource. */
function Differences({ before, after }: ChangedValues): JSX.Element | null {
  if (before === null || after === null) return null;
  const differences = diffJson(before as JsonMap, after as JsonMap);
  if (differences.length === 0) return <p class="quiet">No visible field differs.</p>;
  return (
    <table class="diff">
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {differences.slice(0, 100).map(({ path, before: old, after: now }) => (
          <tr key={path}>
            <th scope="row">
              <code>{breakable(oneLine(path, 200))}</code>
            </th>
            <td data-label="Before">
              <ShortValue value={old} />
            </td>
            <td data-label="After">
              <ShortValue value={now} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
