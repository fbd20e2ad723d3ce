/** The resources of the cloud, by service. */
import type { JSX } from "preact";
import type { KindView, ResourcePage, ResourceView } from "../../../src/control/view-types.js";
import { routeTo } from "../state/route.js";
import { type Loaded, useLoad } from "../state/use-load.js";
import { useTicks, useWorld } from "../state/world.js";
import { ageText } from "../text/age.js";
import { oneLine } from "../text/safe-text.js";
import { KindList } from "./kind-list.jsx";
import { StateBadge } from "./parts/badge.jsx";
import { Empty, WhenLoaded } from "./parts/notice.jsx";
import { PageHead } from "./parts/page-head.jsx";

const pageSize = 100;

/** Draws the kinds of resources, and the resources of one kind or of all. */
export function ResourcesPage({
  kind = "",
  offset = "0",
}: {
  readonly kind?: string;
  readonly offset?: string;
}): JSX.Element {
  const { revision } = useWorld();
  const kinds = useLoad<{ kinds: readonly KindView[] }>("/kinds", revision);
  const query = new URLSearchParams({
    ...(kind === "" ? {} : { resource: kind }),
    offset,
    limit: `${pageSize}`,
  });
  const page = useLoad<ResourcePage>(`/resources?${query.toString()}`, revision);
  return (
    <>
      <PageHead title={kind === "" ? "Resources" : kind} />
      <div class="columns">
        <WhenLoaded from={kinds}>{(data) => <KindList kinds={data.kinds} selected={kind} />}</WhenLoaded>
        <section class="panel" aria-label="Resources">
          <WhenLoaded from={page}>
            {(data) => <ResourceTable {...{ kind, page: data }} from={Number(offset)} />}
          </WhenLoaded>
        </section>
      </div>
    </>
  );
}

function ResourceTable({
  kind,
  page,
  from,
}: {
  readonly kind: string;
  readonly page: ResourcePage;
  readonly from: number;
}): JSX.Element {
  useTicks(1000);
  const { nowMs } = useWorld();
  const { total, resources } = page;
  if (resources.length === 0) return <NoResources kind={kind} />;
  const to = (offset: number): string =>
    routeTo("resources", { kind, offset: offset === 0 ? "" : `${offset}` });
  return (
    <>
      <table class="rows">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">State</th>
            <th scope="col">Age</th>
            {kind === "" && <th scope="col">Kind</th>}
            <th scope="col">Parent</th>
          </tr>
        </thead>
        <tbody>
          {resources.map((one) => (
            <ResourceRow
              key={`${one.resource} ${one.id}`}
              resource={one}
              showsKind={kind === ""}
              nowMs={nowMs()}
            />
          ))}
        </tbody>
      </table>
      {total > resources.length && (
        <div class="pages">
          <span class="quiet">
            {from + 1} to {from + resources.length} of {total.toLocaleString("en")}
          </span>
          {from > 0 && <a href={to(Math.max(0, from - pageSize))}>Previous</a>}
          {from + resources.length < total && <a href={to(from + pageSize)}>Next</a>}
        </div>
      )}
    </>
  );
}

interface RowProps {
  readonly resource: ResourceView;
  readonly showsKind: boolean;
  readonly nowMs: number;
}

function ResourceRow({ resource: one, showsKind, nowMs }: RowProps): JSX.Element {
  return (
    <tr>
      <td data-label="Name">
        <a href={routeTo("resource", { kind: one.resource, id: one.id })}>
          <bdi>{oneLine(one.name || one.id, 80)}</bdi>
        </a>
        {one.name !== "" && one.name !== one.id && (
          <code class="sub">
            <bdi>{oneLine(one.id, 80)}</bdi>
          </code>
        )}
      </td>
      <td data-label="State">
        <StateBadge state={one.state} />
      </td>
      <td data-label="Age" title={one.createdAt}>
        {ageText(one.createdAt, nowMs)}
      </td>
      {showsKind && <td data-label="Kind">{one.resource}</td>}
      <td data-label="Parent">
        <bdi>{oneLine(one.parentId, 80)}</bdi>
      </td>
    </tr>
  );
}

function NoResources({ kind }: { readonly kind: string }): JSX.Element {
  const { methods } = useWorld();
  const create = [...methods.values()]
    .filter(({ role, words }) => role === "create" && words.startsWith(kind))
    .slice(0, 6);
  return (
    <Empty title={kind === "" ? "The cloud has no resources yet" : `There is no ${kind} yet`}>
      <p class="quiet">
        They appear here when a program creates them. You can also create one here, or seed a file:
      </p>
      <p class="buttons">
        {create.map(({ method, words }) => (
          <a class="button" key={method} href={routeTo("method", { name: method })}>
            {words}
          </a>
        ))}
        {create.length === 0 && (
          <a class="button" href="#/methods">
            Choose a method
          </a>
        )}
        <a class="button" href="#/controls">
          Seed a file
        </a>
      </p>
    </Empty>
  );
}

/** Returns a page of resources with one of an identifier, for the page of that resource. */
export function useResource(kind: string, id: string): Loaded<ResourcePage> {
  const { revision } = useWorld();
  return useLoad<ResourcePage>(
    `/resources?${new URLSearchParams({ resource: kind, id }).toString()}`,
    revision,
  );
}
