/**
 * Words and flags of other command lines (gh, kubectl, gcloud, aws, stripe), and what they are called here. None of them is a
 * name of this command line: they only lead to one.
 *
 * @module
 */
import type { GuideRole } from "@stratus/runtime/guide";

/** The roles that verbs of other command lines ask for. */
export const verbRoles: Readonly<Record<string, GuideRole>> = {
  add: "create",
  create: "create",
  launch: "create",
  new: "create",
  put: "create",
  run: "create",
  delete: "delete",
  destroy: "delete",
  kill: "delete",
  remove: "delete",
  rm: "delete",
  terminate: "delete",
  describe: "get",
  get: "get",
  inspect: "get",
  retrieve: "get",
  show: "get",
  view: "get",
  list: "list",
  ls: "list",
  search: "list",
  edit: "update",
  label: "update",
  modify: "update",
  patch: "update",
  scale: "update",
  set: "update",
  update: "update",
};

/** Commands of other command lines, and ours. The longest one that fits counts. */
export const phrases: readonly (readonly [theirs: string, ours: string])[] = [
  ["auth application-default login", "login --application-default"],
  ["auth list", "profile list"],
  ["auth login", "login"],
  ["auth logout", "logout"],
  ["auth print-access-token", "profile show"],
  ["auth revoke", "logout"],
  ["auth status", "whoami"],
  ["auth whoami", "whoami"],
  ["auth switch", "profile use"],
  ["api-resources", "help"],
  ["commands", "help"],
  ["config configurations activate", "profile use"],
  ["config configurations list", "profile list"],
  ["config current-context", "profile show"],
  ["config get", "profile show"],
  ["config get-contexts", "profile list"],
  ["config list", "profile show"],
  ["config set", "profile set"],
  ["config unset", "profile unset"],
  ["config use-context", "profile use"],
  ["config view", "profile show"],
  ["config", "profile show"],
  ["configure list", "profile show"],
  ["configure list-profiles", "profile list"],
  ["configure set", "profile set"],
  ["configure", "login"],
  ["get-caller-identity", "whoami"],
  ["info", "whoami"],
  ["init", "login"],
  ["resources", "help"],
  ["sso login", "login"],
  ["status", "whoami"],
  ["sts get-caller-identity", "whoami"],
  ["whoami", "whoami"],
  ["api", "call GET"],
  ["diff", "apply --dry-run"],
  ["delete /", "call DELETE"],
  ["get /", "call GET"],
  ["get --raw", "call GET"],
  ["post /", "call POST"],
];

/** Translates a flag of another command line to flags and values. Returns undefined if it has no equivalent. */
export type FlagTranslation = (value: string | undefined) => readonly string[] | undefined;

/** A flag that is called otherwise. Its value goes with it. */
const named =
  (name: string): FlagTranslation =>
  (value) =>
    value === undefined ? undefined : [name, value];

/** A flag without a value. */
const plain =
  (...words: readonly string[]): FlagTranslation =>
  () =>
    words;

/** Output formats of other command lines, and ours. */
export const formats: Readonly<Record<string, string>> = { text: "tsv", value: "tsv", "json-line": "jsonl" };

const format: FlagTranslation = (value = "") => {
  const name = value.replace(/[([].*$/s, "");
  return ["-o", formats[name] ?? name];
};

/** Flags of other command lines that take a value. */
export const flagsWithValue: Readonly<Record<string, FlagTranslation>> = {
  "--configuration": named("--profile"),
  "--context": named("--profile"),
  "--kubeconfig": named("--profile"),
  "--server": named("--endpoint"),
  "-v": plain("--debug"),
  "--cli-input-json": (value = "") => ["-f", value.replace(/^file:\/\//, "")],
  "--cli-input-yaml": (value = "") => ["-f", value.replace(/^file:\/\//, "")],
  "--data": named("-d"),
  "--endpoint-url": named("--endpoint"),
  "--format": format,
  "--id": (value = "") => [value],
  "--ids": (value = "") => [value],
  "--jq": (value = "") => ["-o", "json", "--query", value.replace(/^\.(?=\[)/, "items").replace(/^\./, "")],
  "--json": () => ["-o", "json"],
  "--label-columns": named("--query"),
  "--namespace": named("--parent-id"),
  "--page-limit": named("--limit"),
  "--page-size": named("--limit"),
  "--project": named("--parent-id"),
  "--shell": (value = "") => [value],
  "--sort": named("--sort-by"),
  "--verbosity": plain("--debug"),
  "-n": named("--parent-id"),
  "-s": (value = "") => [value],
};

/** Flags of other command lines without a value. */
export const flagsWithoutValue: Readonly<Record<string, FlagTranslation>> = {
  "--async": plain("--no-wait"),
  "--auto-approve": plain("--yes"),
  "--confirm": plain("--yes"),
  "--dry-run": plain("--dry-run"),
  "--force": plain("--yes"),
  "--generate-cli-skeleton": plain("--skeleton"),
  "--quiet": plain("--yes"),
  "-q": plain("--yes"),
};
