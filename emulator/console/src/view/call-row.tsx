/** A call in the list, and what it was in detail. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { SeenCall } from "../state/live-calls.js";
import { useWorld } from "../state/world.js";
import { clockText, durationText } from "../text/age.js";
import type { Json } from "../text/json.js";
import { oneLine, safeText } from "../text/safe-text.js";
import { openForm } from "./open-form.js";
import { Badge, CodeBadge, DefaultBadge } from "./parts/badge.jsx";
import { CopyMenu } from "./parts/copy-button.jsx";
import { JsonView } from "./parts/json-view.jsx";

/** Draws a call. It opens to its request, its headers, and the ways to repeat it. */
export function CallRow({ call }: { readonly call: SeenCall }): JSX.Element {
  const [isOpen, setIsOpen] = useState(false);
  const [, service = "", method = call.method] = /^(?:.*\.)?([^./]+)\/([^/]+)$/.exec(call.method) ?? [];
  return (
    <li class="call">
      <button type="button" class="call-line" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <span class="call-time">{clockText(call.time)}</span>
        <CodeBadge code={call.code} />
        <span class="call-name">
          {service !== "" && <span class="quiet">{oneLine(service, 60)}/</span>}
          <strong>{oneLine(method, 80)}</strong>
        </span>
        <span class="call-resource">
          <bdi>{oneLine(call.resource, 60)}</bdi>
        </span>
        <span class="call-marks">
          {call.mask !== undefined && call.mask !== "" && <Badge>mask {oneLine(call.mask, 40)}</Badge>}
          {call.isReplay && <Badge tone="warn">repeated key</Badge>}
          {call.isDefault && <DefaultBadge />}
          {call.fault !== undefined && <Badge tone="bad">fault</Badge>}
        </span>
        <span class="call-duration">{durationText(call.durationMs ?? 0)}</span>
      </button>
      {isOpen && <CallDetails call={call} />}
    </li>
  );
}

function CallDetails({ call }: { readonly call: SeenCall }): JSX.Element {
  const { methods } = useWorld();
  const method = methods.get(call.method);
  const message = (call.message ?? {}) as Json;
  // A mask that is a field of the request is in the message.
  const mask = method?.role === "update" ? (call.mask ?? "") : undefined;
  return (
    <div class="call-details">
      {call.error !== "" && (
        <p class="failure">
          {safeText(call.error).slice(0, 2000)}
          {call.reason !== undefined && <code class="sub">{call.reason}</code>}
        </p>
      )}
      {call.fault !== undefined && <p>Fault: {oneLine(call.fault, 200)}</p>}
      <h2>Request</h2>
      <JsonView value={message} label="The request as JSON" />
      <CallFacts call={call} />
      {method !== undefined && (
        <>
          <CopyMenu call={{ method, message, mask }} caller={{ subject: call.account ?? "", role: "" }} />
          <button
            type="button"
            class="button"
            onClick={() => openForm({ method: call.method, message, mask })}
          >
            Open in the form
          </button>
          <p class="quiet">Secrets are not kept, so they are not in the copy.</p>
        </>
      )}
    </div>
  );
}

function CallFacts({ call }: { readonly call: SeenCall }): JSX.Element {
  return (
    <>
      <h2>Headers</h2>
      <dl class="facts headers">
        {Object.entries(call.metadata).map(([name, values]) => (
          <div key={name}>
            <dt>
              <code>{oneLine(name, 100)}</code>
            </dt>
            <dd>
              <code>{safeText(values.join(", ")).slice(0, 2000)}</code>
            </dd>
          </div>
        ))}
      </dl>
      <h2>Caller</h2>
      <dl class="facts">
        <dt>Account</dt>
        <dd>{oneLine(call.account ?? "none", 100)}</dd>
        <dt>Authority</dt>
        <dd>
          <code>{oneLine(call.authority, 200)}</code>
        </dd>
        {call.mask !== undefined && (
          <>
            <dt>Mask</dt>
            <dd>
              <code>{safeText(call.mask).slice(0, 2000) || "empty"}</code>
            </dd>
          </>
        )}
      </dl>
    </>
  );
}
