/**
 * `@stratus/runtime/login`: the logins that programs, command lines and agents share: the profiles of an SDK, and logins
 * by a browser or a device code. `fromProfile()` of an SDK's session uses the same files. It loads little; the modules of
 * a login are loaded when it begins.
 *
 * @module
 */
export {
  hasBrowser,
  loginByDeviceCode,
  loginInBrowser,
  openBrowser,
  profileCredentials,
  profileToken,
  revokeLogin,
  saveLogin,
} from "../session/login/interactive-login.js";
export { splitCommand } from "../base/text/split-command.js";
export type { StoredLogin } from "../session/login/stored-login.js";
export type { LoginError, LoginErrorCode } from "../session/login/login-error.js";
export type { InteractiveLogin } from "../session/login/login-request.js";
export type { CredentialsOwner } from "../session/login/profile-credentials.js";
export type { ProfileError, ProfileFault, Variables } from "../session/login/profile-file.js";
export type { ProviderAccess } from "../session/login/provider-access.js";
export { Profiles } from "../session/login/profiles.js";
export {
  credentialSettings,
  hasLogin,
  pathSettings,
  type ProfileSettings,
  settingsAddress,
  settingTypes,
} from "../session/login/profile-settings.js";
