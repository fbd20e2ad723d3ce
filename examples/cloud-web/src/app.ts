/**
 * An admin page of a cloud: its instances and disks, with the SDK as it is on Node. A panel lists the resources of a
 * kind, a dialog creates or changes one, and operations are followed beside them.
 */
import { Cloud, tokenFromFunction } from "@svc/cloud/web";
import { byId } from "./element.js";
import { diskKind, instanceKind, type Kind, type Named } from "./kinds.js";
import { problem } from "./problem.js";
import { openDialog } from "./resource-dialog.js";
import { ResourcePanel } from "./resource-panel.js";

/** Asks the server of the page where the cloud is, and for the token of the person in front of it. */
async function place(): Promise<{ readonly baseUrl: string; readonly token: string }> {
  const answer = await fetch("place.json");
  if (!answer.ok) throw new Error(`The server of this page answers with ${answer.status}.`);
  return (await answer.json()) as { baseUrl: string; token: string };
}

function show<One extends Named>(kind: Kind<One>): void {
  const reload = (): void => void panel.load();
  const panel = new ResourcePanel(kind, (one) => openDialog(kind, one, reload));
  reload();
}

try {
  const { baseUrl } = await place();
  const cloud = new Cloud({
    baseUrl,
    credentials: tokenFromFunction(async () => (await place()).token),
    pollIntervalMs: 300,
    overallTimeoutMs: 15_000,
  });
  show(instanceKind(cloud));
  show(diskKind(cloud));
} catch (error) {
  byId("main").replaceChildren(problem("The page could not be started", error, () => location.reload()));
}
