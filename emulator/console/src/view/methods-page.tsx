/** All methods of the API, by service. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { MethodView } from "../../../src/control/view-types.js";
import { routeTo } from "../state/route.js";
import { useWorld } from "../state/world.js";
import { useFilterKey } from "./calls-page.jsx";
import { Badge, DefaultBadge } from "./parts/badge.jsx";
import { Empty } from "./parts/notice.jsx";
import { PageHead } from "./parts/page-head.jsx";

/** Draws the methods that match a filter. */
export function MethodsPage(): JSX.Element {
  const { methods, reloadMethods } = useWorld();
  useEffect(reloadMethods, []);
  const [text, setText] = useState("");
  useFilterKey();
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = [...methods.values()].filter(({ method, words: own }) =>
    words.every((word) => `${method} ${own}`.toLowerCase().includes(word)),
  );
  const services = new Map<string, MethodView[]>();
  for (const one of found) {
    const service = one.method.split("/")[0] ?? "";
    services.set(service, [...(services.get(service) ?? []), one]);
  }
  return (
    <>
      <PageHead title="Methods" />
      <section class="panel" aria-label="Methods">
        <div class="filters" role="search">
          <label class="visually-hidden" for="filter">
            Filter methods
          </label>
          <input
            id="filter"
            type="search"
            autocomplete="off"
            spellcheck={false}
            placeholder="Filter by name: instance create"
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        </div>
        {found.length === 0 && <Empty title="No method matches the filter" />}
        {Array.from(services, ([service, own]) => (
          <section class="service" key={service}>
            <h2>{service}</h2>
            <ul class="methods">
              {own.map((one) => (
                <MethodLink key={one.method} method={one} />
              ))}
            </ul>
          </section>
        ))}
      </section>
    </>
  );
}

function MethodLink({
  method: { method, effect, kind, answer },
}: {
  readonly method: MethodView;
}): JSX.Element {
  return (
    <li>
      <a href={routeTo("method", { name: method })}>{method.slice(method.indexOf("/") + 1)}</a>
      {effect === "destroy" && <Badge tone="bad">destroys</Badge>}
      {kind !== "unary" && <Badge>{kind.replace("_", " ")}</Badge>}
      {answer === "default" && <DefaultBadge />}
      {answer === "none" && <Badge tone="warn">needs a handler</Badge>}
    </li>
  );
}
