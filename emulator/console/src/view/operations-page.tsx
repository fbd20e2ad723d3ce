/** The operations, the newest first. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { OperationView } from "../../../src/control/view-types.js";
import { routeTo } from "../state/route.js";
import { useLoad } from "../state/use-load.js";
import { useTicks, useWorld } from "../state/world.js";
import { ageText, durationText } from "../text/age.js";
import { oneLine } from "../text/safe-text.js";
import { Badge, CodeBadge } from "./parts/badge.jsx";
import { Empty, WhenLoaded } from "./parts/notice.jsx";
import { PageHead } from "./parts/page-head.jsx";

/** Draws the operations. Running ones are read again each second. */
export function OperationsPage(): JSX.Element {
  useTicks(1000);
  const { revision, nowMs } = useWorld();
  const [isRunning, setIsRunning] = useState(false);
  const second = isRunning ? Math.floor(performance.now() / 1000) : 0;
  const newest = useLoad<{ operations: readonly OperationView[] }>(
    "/operations?limit=200",
    revision + second,
  );
  useEffect(() => {
    setIsRunning(newest.data?.operations.some(({ finishedAt }) => finishedAt === undefined) === true);
  }, [newest.data]);
  return (
    <>
      <PageHead title="Operations" />
      <section class="panel" aria-label="Operations">
        <WhenLoaded from={newest}>
          {({ operations }) => <OperationTable operations={operations} nowMs={nowMs()} />}
        </WhenLoaded>
      </section>
    </>
  );
}

function OperationTable({
  operations,
  nowMs,
}: {
  readonly operations: readonly OperationView[];
  readonly nowMs: number;
}): JSX.Element {
  if (operations.length === 0)
    return (
      <Empty title="There are no operations">
        <p class="quiet">Methods that take time start one. APIs without operations have none.</p>
      </Empty>
    );
  return (
    <table class="rows">
      <thead>
        <tr>
          <th scope="col">Operation</th>
          <th scope="col">State</th>
          <th scope="col">Resource</th>
          <th scope="col">By</th>
          <th scope="col">Age</th>
        </tr>
      </thead>
      <tbody>
        {operations.map((one) => (
          <tr key={one.id}>
            <td data-label="Operation">
              <span>{oneLine(one.description || one.method, 100)}</span>
              <code class="sub">{oneLine(one.id, 80)}</code>
            </td>
            <td data-label="State">
              <OperationState operation={one} nowMs={nowMs} />
            </td>
            <td data-label="Resource">
              {one.resourceId !== "" && (
                <a href={routeTo("resource", { kind: one.resource, id: one.resourceId })}>
                  <bdi>{oneLine(one.resourceId, 60)}</bdi>
                </a>
              )}
            </td>
            <td data-label="By">
              <bdi>{oneLine(one.createdBy, 60)}</bdi>
            </td>
            <td data-label="Age" title={one.createdAt}>
              {ageText(one.createdAt, nowMs)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function OperationState({
  operation,
  nowMs,
}: {
  readonly operation: OperationView;
  readonly nowMs: number;
}): JSX.Element {
  const { finishedAt, code, message, dueAt } = operation;
  if (finishedAt === undefined) {
    const leftMs = Date.parse(dueAt) - nowMs;
    return <Badge tone="warn">{leftMs > 0 ? `RUNNING, ${durationText(leftMs)} left` : "RUNNING"}</Badge>;
  }
  return (
    <>
      <CodeBadge code={code ?? "OK"} />
      {message !== undefined && message !== "" && <span class="sub">{oneLine(message, 200)}</span>}
    </>
  );
}
