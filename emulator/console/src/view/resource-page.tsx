/** One resource: what it is now, and the history of its updates. */
import type { JSX } from "preact";
import type { ChangeView, KindView, MethodForm, ResourceView } from "../../../src/control/view-types.js";
import { control } from "../api/control-client.js";
import { requestFor } from "../form/edit-message.js";
import { routeTo } from "../state/route.js";
import { useLoad } from "../state/use-load.js";
import { useTicks, useWorld } from "../state/world.js";
import { ageText } from "../text/age.js";
import type { JsonMap } from "../text/json.js";
import { oneLine } from "../text/safe-text.js";
import { History } from "./resource-history.jsx";
import { openForm } from "./open-form.js";
import { StateBadge } from "./parts/badge.jsx";
import { JsonView } from "./parts/json-view.jsx";
import { Empty, WhenLoaded } from "./parts/notice.jsx";
import { PageHead } from "./parts/page-head.jsx";
import { useResource } from "./resources-page.jsx";

/** Draws a resource. It may be gone: the history then remains. */
export function ResourcePage({
  kind = "",
  id = "",
}: {
  readonly kind?: string;
  readonly id?: string;
}): JSX.Element {
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
      words.startsWith(`${resource.resource}/`) &&
      kind === "unary" &&
      effect !== "create" &&
      !/list|get/i.test(role),
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
