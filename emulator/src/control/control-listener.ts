import type { IncomingMessage, ServerResponse } from "node:http";
import { ResourceKinds } from "../descriptors/resource-kinds.js";
import type { ControlParts } from "./control-parts.js";

type OpenedParts = Omit<ControlParts, "kinds" | "snapshots">;
type AnswerRequest = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** The control API of an emulator, which is opened when the emulator exists. */
export interface ControlListener {
  /** Answers a request. */
  readonly answer: (request: IncomingMessage, response: ServerResponse) => void;
  readonly open: (parts: OpenedParts) => void;
}

/** Creates the listener of the control API and of the console. Its code is loaded with the first request, because most tests send none. */
export function controlListener(): ControlListener {
  let opened: OpenedParts | undefined;
  let loading: Promise<AnswerRequest> | undefined;
  return {
    open: (parts) => (opened = parts),
    answer(request, response) {
      if (opened === undefined) return void response.destroy();
      loading ??= load(opened);
      loading.then((answer) => answer(request, response)).catch(() => response.destroy());
    },
  };
}

async function load(parts: OpenedParts): Promise<AnswerRequest> {
  const { answerControl, controlPath } = await import("./control-server.js");
  const { answerConsole } = await import("./console-page.js");
  const all: ControlParts = { ...parts, kinds: new ResourceKinds(parts.cloud), snapshots: new Map() };
  return (request, response) =>
    request.url?.startsWith(controlPath) === true
      ? answerControl(all, request, response)
      : answerConsole(all, request, response);
}
