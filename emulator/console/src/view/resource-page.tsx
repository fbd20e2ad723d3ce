/** One resource: what it is now, and the history of its updates. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { ChangeView, KindView, MethodForm, ResourceView } from "../../../src/control/view-types.js";
import { control } from "../api/control-client.js";
import { requestFor } from "../form/edit-message.js";
import { routeTo } from "../state/route.js";
import { useLoad } from "../state/use-load.js";
import { useTicks, useWorld } from "../state/world.js";
import { ageText } from "../text/age.js";
import { diffJson } from "../text/diff-json.js";
import type { JsonMap } from "../text/json.js";
import { oneLine, safeText } from "../text/safe-text.js";
import { openForm } from "./method-page.jsx";
import { StateBadge } from "./parts/badge.jsx";
import { JsonView, ShortValue } from "./parts/json-view.jsx";
import { Empty, WhenLoaded } from "./parts/notice.jsx";
import { PageHead } from "./parts/page-head.jsx";
import { useResource } from "./resources-page.jsx";

/** Draws a resource. It may be gone: the history then remains. */
export function ResourcePage({ kind = "", id = "" }: { readonly kind?: string; readonly id?: string }): JSX.Element {
  const { revision } = useWorld();
  const found = useResource(kind, id);
  const query = new URLSearchParams({ resource: kind, id }).toString();
  const changes = useLoad<{ changes: readonly ChangeView[] }>(`/changes?${query}`, revision);
  const resource = found.data?.resources[0];
  return (
    <>
      <PageHead
        title={oneLine(resource?.name || id, 120)}
        above={
          <a class="back" href={routeTo("resources", { kind })}>
            {kind}
          </a>
        }
      >
        {resource !== undefined && <Actions resource={resource} />}
      </PageHead>
      <div class="halves">
        <section class="panel" aria-labelledby="now">
          <h2 id="now">Now</h2>
          <WhenLoaded from={found}>{() => <Current resource={resource} />}</WhenLoaded>
        </section>
        <section class="panel" aria-labelledby="history">
          <h2 id="history">History</h2>
          <WhenLoaded from={changes}>{(data) => <History changes={data.changes} />}</WhenLoaded>
        </section>
      </div>
    </>
  );
}

function Current({ resource }: { readonly resource: ResourceView | undefined }): JSX.Element {
  useTicks(1000);
  const { nowMs } = useWorld();
  if (resource === undefined) return <Empty title="This resource does not exist (any more)" />;
  const { id, parentId, state, createdAt, value } = resource;
  return (
    <>
      <dl class="facts">
        <dt>ID</dt>
        <dd>
          <code>{oneLine(id, 200)}</code>
        </dd>
        {parentId !== "" && (
          <>
            <dt>Parent</dt>
            <dd>
              <code>{oneLine(parentId, 200)}</code>
            </dd>
          </>
        )}
        {state !== undefined && (
          <>
            <dt>State</dt>
            <dd>
              <StateBadge state={state} />
            </dd>
          </>
        )}
        {createdAt !== undefined && (
          <>
            <dt>Age</dt>
            <dd title={createdAt}>{ageText(createdAt, nowMs())}</dd>
          </>
        )}
      </dl>
      <JsonView value={value as JsonMap} label="The resource as JSON" />
    </>
  );
}

/** Links to the methods of the service that take this resource. */
function Actions({ resource }: { readonly resource: ResourceView }): JSX.Element {
  const { methods, revision, say } = useWorld();
  const kinds = useLoad<{ kinds: readonly KindView[] }>("/kinds", revision);
  const type = kinds.data?.kinds.find((kind) => kind.resource === resource.resource)?.type ?? "";
  const own = [...methods.values()].filter(
    ({ words, role, effect, kind }) =>
      words.startsWith(`${resource.resource}/`) && kind === "unary" && effect !== "create" && !/list|get/i.test(role),
  );
  const open = async (method: string): Promise<void> => {
    const form = await control<MethodForm>(`/methods/form?${new URLSearchParams({ method }).toString()}`);
    openForm({ method, message: requestFor(form, { ...resource, type, value: resource.value as JsonMap }) });
  };
  return (
    <>
      {own.slice(0, 8).map(({ method, words }) => (
        <button
          type="button"
          class="button"
          key={method}
          onClick={() => void open(method).catch((error: unknown) => say(String(error)))}
        >
          {words.slice(words.lastIndexOf("/") + 1)}
        </button>
      ))}
    </>
  );
}

function History({ changes }: { readonly changes: readonly ChangeView[] }): JSX.Element {
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
  const differences = before === null || after === null ? [] : diffJson(before as JsonMap, after as JsonMap);
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
          <span class="quiet">Reset mask</span> {mask === "" ? <span class="quiet">empty</span> : <code class="value">{safeText(mask).slice(0, 1000)}</code>}
        </p>
      )}
      {differences.length > 0 && (
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
                  <code>{oneLine(path, 200)}</code>
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
      )}
      <button type="button" class="link" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
        {isWhole ? "Hide" : "Show"} the whole resource
      </button>
      {isWhole && before !== null && <JsonView value={before as JsonMap} label="Before" />}
      {isWhole && after !== null && <JsonView value={after as JsonMap} label="After" />}
    </li>
  );
}
