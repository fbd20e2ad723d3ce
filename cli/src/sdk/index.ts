/**
 * The room of generated packages: found in a working folder, read by their guides, called with messages that are made of
 * names and values. Command lines are made with it, and other tools can be; it prints nothing and reads no arguments. This
 * is the entry point `@stratus/cli/sdk`.
 *
 * @module
 */
export { Client, openClient, type CallOptions, type Method, type Operation, type Preview } from "./call.js";
export { Draft, makeMessage, UnknownField, type Change } from "./draft.js";
export {
  findShort,
  isDeadEnd,
  maskPath,
  readPath,
  type DeadEnd,
  type FieldPath,
  type Step,
} from "./field-path.js";
export { type Failure, isConflict, isUnknownOutcome, readFailure } from "./failure.js";
export { findSdk } from "./find-sdk.js";
export { type Broken, Forms, hidden, type Package } from "./forms.js";
export { noun, Part } from "./part.js";
export { readProgress } from "./progress.js";
export { openSession, type OpenSession, type SessionParts } from "./session.js";
export { Sdk } from "./sdk.js";
export {
  hasLogin,
  isSwitch,
  joinSettings,
  readSetting,
  settingKey,
  settingTexts,
  settingsOfEnvironment,
  variableName,
  withoutLogin,
  type Settings,
} from "./settings.js";
export { writeFolder } from "./write-folder.js";
export { safeLine, safeText } from "../text/safe-text.js";
export { jsonName, kebabOfCamel } from "../text/kebab.js";
export { UsageError } from "../text/usage-error.js";
