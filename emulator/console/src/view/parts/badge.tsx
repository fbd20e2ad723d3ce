import type { ComponentChildren, JSX } from "preact";
import { oneLine } from "../../text/safe-text.js";

/** The look of a badge. */
export type Tone = "good" | "warn" | "bad" | "plain";

/** Draws a word in a colored box. */
export function Badge({
  tone = "plain",
  children,
}: {
  readonly tone?: Tone;
  readonly children: ComponentChildren;
}): JSX.Element {
  return <span class={`badge ${tone}`}>{children}</span>;
}

/** Draws a status code. */
export function CodeBadge({ code }: { readonly code: string | undefined }): JSX.Element {
  const name = code === undefined ? "RUNNING" : code.toUpperCase();
  return (
    <Badge tone={name === "OK" ? "good" : code === undefined ? "warn" : "bad"}>{oneLine(name, 40)}</Badge>
  );
}

const goodStates = /RUNNING|READY|ACTIVE|AVAILABLE|HEALTHY|ONLINE|ENABLED|CREATED|SUCCEEDED|DONE/;
const badStates = /FAIL|ERROR|UNHEALTHY|DELETED|CRASH|INVALID/;

/** Draws the state of a resource, if it has one. */
export function StateBadge({ state }: { readonly state: string | undefined }): JSX.Element | null {
  if (state === undefined) return null;
  const isGood = goodStates.test(state) && !/^UN|^NOT|_NOT/.test(state);
  return <Badge tone={badStates.test(state) ? "bad" : isGood ? "good" : "warn"}>{oneLine(state, 40)}</Badge>;
}

/** Marks answers that are made of default values. */
export function DefaultBadge(): JSX.Element {
  return (
    <span
      class="badge warn"
      title="Neither the API nor a handler determines this answer: it has default values."
    >
      default answer
    </span>
  );
}
