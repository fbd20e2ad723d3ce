/**
 * `@stratus/runtime/guide`: the format of the guide that a generated package exports as `./guide`, and functions that
 * load its parts. Tools that call any SDK read guides with it. It needs neither Node nor the rest of the runtime.
 * `isSecretHeader` decides which headers tools must not show, and `readProgress` reads the progress of an operation.
 *
 * @module
 */
export * from "./generated/guide-v1.js";
export { isSecretHeader } from "../base/text/secret-text.js";
export {
  readProgress,
  type OperationProgress,
  type StepProgress,
} from "../calls/operation/operation-progress.js";
