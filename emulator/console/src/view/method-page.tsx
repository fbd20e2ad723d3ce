/** A form for the request of any method, and what came of it. */
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { MethodForm } from "../../../src/control/view-types.js";
import { useLoad } from "../state/use-load.js";
import { useWorld } from "../state/world.js";
import { Badge, DefaultBadge } from "./parts/badge.jsx";
import { WhenLoaded } from "./parts/notice.jsx";
import { PageHead } from "./parts/page-head.jsx";
import { RequestForm } from "./request-form.jsx";

/** Draws the form of a method. */
export function MethodPage({ name = "" }: { readonly name?: string }): JSX.Element {
  const { methods, reloadMethods } = useWorld();
  useEffect(reloadMethods, []);
  const form = useLoad<MethodForm>(`/methods/form?${new URLSearchParams({ method: name }).toString()}`, 0);
  const method = methods.get(name);
  return (
    <>
      <PageHead
        title={name.slice(name.indexOf("/") + 1)}
        above={
          <a class="back" href="#/methods">
            {name.split("/")[0]}
          </a>
        }
      >
        {method?.answer === "default" && <DefaultBadge />}
        {method?.answer === "none" && <Badge tone="warn">needs a handler</Badge>}
        {method !== undefined && method.kind !== "unary" && <Badge>{method.kind.replace("_", " ")}</Badge>}
      </PageHead>
      <WhenLoaded from={form}>
        {(data) => method && <RequestForm key={name} method={method} form={data} />}
      </WhenLoaded>
    </>
  );
}
