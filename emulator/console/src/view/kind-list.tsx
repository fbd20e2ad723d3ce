import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { KindView } from "../../../src/control/view-types.js";
import { routeTo } from "../state/route.js";

/** Returns kinds by service: the words before the last one. */
function byService(kinds: readonly KindView[]): [service: string, kinds: KindView[]][] {
  const services = new Map<string, KindView[]>();
  for (const kind of kinds) {
    const service = kind.resource.split("/").slice(0, -1).join("/") || kind.resource;
    services.set(service, [...(services.get(service) ?? []), kind]);
  }
  return [...services];
}

/** Draws the kinds of resources by service, with their counts. */
export function KindList({
  kinds,
  selected,
}: {
  readonly kinds: readonly KindView[];
  readonly selected: string;
}): JSX.Element {
  const [showsEmpty, setShowsEmpty] = useState(kinds.length <= 12);
  const shown = kinds.filter(({ count, resource }) => showsEmpty || count > 0 || resource === selected);
  const total = kinds.reduce((sum, { count }) => sum + count, 0);
  return (
    <nav class="panel kinds" aria-label="Kinds of resources">
      <KindLink kind="" text="All" count={total} isSelected={selected === ""} />
      {byService(shown).map(([service, of]) => (
        <div key={service}>
          <h2>{service}</h2>
          {of.map(({ resource, count }) => (
            <KindLink
              key={resource}
              kind={resource}
              text={resource.slice(resource.lastIndexOf("/") + 1)}
              count={count}
              isSelected={resource === selected}
            />
          ))}
        </div>
      ))}
      {kinds.length > 12 && (
        <button type="button" class="button small" onClick={() => setShowsEmpty(!showsEmpty)}>
          {showsEmpty ? "Hide empty kinds" : `Show ${kinds.length - shown.length} empty kinds`}
        </button>
      )}
    </nav>
  );
}

function KindLink(props: {
  readonly kind: string;
  readonly text: string;
  readonly count: number;
  readonly isSelected: boolean;
}): JSX.Element {
  return (
    <a
      class="kind"
      href={routeTo("resources", { kind: props.kind })}
      aria-current={props.isSelected ? "true" : undefined}
    >
      <span>{props.text}</span>
      <span class={props.count === 0 ? "count none" : "count"}>{props.count.toLocaleString("en")}</span>
    </a>
  );
}
