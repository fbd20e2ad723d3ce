/**
 * `@stratus/emulator`: a local cloud for any API that follows the convention, from its
 * descriptors.
 *
 * @module
 */
export type { Emulator } from "./emulator.js";
export type { EmulatorSession } from "./session-options.js";
export type { TokenOptions } from "./auth/token-options.js";
export { startEmulator } from "./start-emulator.js";
export type { EmulatorOptions } from "./options/options.js";
export type { Api, ApiMethod, ApiService } from "./descriptors/api.js";
export type { DescriptorSource } from "./descriptors/load.js";
export type { HeaderNames } from "./descriptors/header-names.js";
export type { SdkDescriptors } from "./descriptors/sdk-descriptors.js";
export type { FederatedAccount } from "./auth/federated-accounts.js";
export type { ServiceAccountKey } from "./auth/service-accounts.js";
export type { ServerCertificate } from "./tls/certificate.js";
export type { Clock } from "./clock.js";
export type { ConflictPolicy } from "./cloud.js";
export type { Validation } from "./rules/validation.js";
export type { CallFilter } from "./calls/call-filter.js";
export type { LogLevel, LogOptions } from "./calls/format-call.js";
export type { ReceivedCall } from "./calls/received-call.js";
export type { ScenarioName } from "./faults/scenarios.js";
export type { DenyRule, QuotaRule, Rules } from "./policy/policy.js";
export type { EmulatorSnapshot } from "./emulator-state.js";
export type { ExportOptions } from "./documents/export-resources.js";
export type { SeedResult } from "./documents/seed.js";
export type { AdjustableClock, ClockState } from "./adjustable-clock.js";
export type { FaultStep } from "./faults/fault-step.js";
export type {
  ApiKind,
  CustomOptions,
  Deprecation,
  MessageList,
  MethodRole,
  NamedOption,
  DescWithOptions,
  RetryType,
} from "@stratus/convention";
export type { EmulatorErrorCode } from "./error-codes.js";
export { EmulatorError } from "./text/emulator-error.js";
export { StatusError, type ErrorKind } from "./errors/status-error.js";
export type { StatusDetail } from "./errors/status-bytes.js";
export type { StatusCode } from "./errors/status-code.js";
export type { FieldValue, FieldValues } from "./messages/assign.js";
export {
  type Answer,
  type DynamicMessage,
  type Handler,
  type HandlerContext,
  type OperationRequest,
  StartedOperation,
} from "./handlers/handler.js";
export type { ScriptedMethod } from "./handlers/scripted-method.js";
export { type CommandIo, runEmulator } from "./command.js";
