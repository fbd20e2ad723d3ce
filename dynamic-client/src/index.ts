/**
 * Calls any generated SDK by its guide instead of its types: finds the package, opens a session from settings, builds
 * messages from JSON and field paths, and calls methods by name. `@stratus/cli` and `@stratus/mcp` are built on it. It prints
 * nothing and reads no command-line arguments.
 *
 * @module
 */
export { requireCommandName, writeFolder } from "./branded-package.js";
export {
  Client,
  openClient,
  type CallOptions,
  type Method,
  type Operation,
  type Preview,
} from "./calls/client.js";
export { type Failure, isConflict, isUnknownOutcome, readFailure } from "./calls/failure.js";
export { readProgress } from "./calls/progress.js";
export { refuseOtherLogins } from "./calls/rest-login.js";
export { openSession, type OpenSession, type SessionParts } from "./calls/session.js";
export { Draft, makeMessage, UnknownField, type Change } from "./messages/draft.js";
export {
  findShort,
  isDeadEnd,
  maskPath,
  readPath,
  shortNames,
  type DeadEnd,
  type FieldPath,
  type Step,
} from "./messages/field-path.js";
export { findSdk } from "./sdk/find-sdk.js";
export { type Broken, Forms, hidden, type Package } from "./sdk/forms.js";
export { noun, Part } from "./sdk/part.js";
export { Sdk, wordsOfService } from "./sdk/sdk.js";
export { Profiles } from "./settings/profiles.js";
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
} from "./settings/settings.js";
export { isJsonObject } from "./text/json-object.js";
export { jsonName, kebab, kebabOfCamel } from "./text/name-case.js";
export { isUnsafe, safeLine, safeText } from "./text/safe-text.js";
export { unknownName, UsageError } from "./text/usage-error.js";
