import type { Server as HttpServer } from "node:http";
import type { Server } from "@grpc/grpc-js";
import type { AdjustableClock } from "./adjustable-clock.js";
import type { CallLog } from "./calls/call-log.js";
import type { Cloud } from "./cloud.js";
import type { SdkDescriptors } from "./descriptors/sdk-descriptors.js";
import type { Faults } from "./faults/faults.js";
import type { HandlerTable } from "./handlers/handler-table.js";
import type { Settings } from "./options/settings.js";
import type { AttemptRecorder } from "./server/attempt-recorder.js";
import type { IdempotencyKeys } from "./server/idempotency.js";
import type { Port } from "./server/listen.js";
import type { StateHandle } from "./state/open-state.js";
import type { ServerCertificate } from "./tls/certificate.js";

/** The dependencies of an emulator. */
export interface EmulatorParts {
  readonly settings: Settings;
  /** Undefined in plain text. */
  readonly certificate: ServerCertificate | undefined;
  readonly cloud: Cloud;
  /** By `package.Service/Method`. */
  readonly handlers: HandlerTable;
  /** Methods that neither the API nor a handler determines answer with default values. */
  readonly answersDefaults: boolean;
  readonly clock: AdjustableClock;
  readonly keys: IdempotencyKeys;
  readonly faults: Faults;
  readonly callLog: CallLog;
  readonly attemptRecorder: AttemptRecorder;
  readonly grpc: Server;
  readonly http: HttpServer;
  readonly ports: EmulatorPorts;
  readonly sdk: SdkDescriptors | undefined;
  readonly state: StateHandle;
}

/** The ports on which its servers listen. */
export interface EmulatorPorts {
  readonly grpc: Port;
  readonly http: Port;
}
