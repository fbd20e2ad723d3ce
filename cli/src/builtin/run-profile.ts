import {
  apiAddress,
  checkAddress,
  hasLogin,
  kebabCase,
  parseSetting,
  findSetting,
  settingDescriptions,
  type Settings,
  unknownNameError,
  UsageError,
} from "@stratus/dynamic-client";
import { absolutePaths } from "./absolute-paths.js";
import { jsonText, yamlText } from "../output/show-json.js";
import { flagValue } from "../argv/read-argv.js";
import type { BuiltinCommand } from "./builtin-command.js";

const verbs = ["list", "show", "set", "unset", "use", "delete"];

/** Runs `profile`: lists, shows, changes, selects and deletes profiles. */
export async function runProfile(command: BuiltinCommand): Promise<void> {
  const { host, profiles, argv, profile } = command;
  const [verb = "list", first, second] = argv.words;
  switch (verb) {
    case "list":
      return listProfiles(command);
    case "show": {
      const settings = profiles.get(first ?? profile);
      const shown = Object.fromEntries(
        Object.entries(settings).map(([key, value]) => [kebabCase(key), value]),
      );
      return host.out(
        flagValue(argv, "output") === "json" ? `${jsonText(shown, 2)}\n` : await yamlText(shown),
      );
    }
    case "set": {
      const key = await requireSetting(first);
      if (second === undefined)
        throw new UsageError("ARGUMENT_MISSING", `usage: profile set ${kebabCase(key)} VALUE`);
      const value: Settings = { [key]: parseSetting(key, second, kebabCase(key)) };
      const change = absolutePaths(value, host.folder);
      if (key === "endpoint" || key === "apiDomain") await checkAddress(command.sdk, change);
      const address = hasLogin(change) ? apiAddress(command.sdk, command.settings) : undefined;
      profiles.set(profile, { ...profiles.getOrNew(profile), ...change }, address);
      return undefined;
    }
    case "unset":
      profiles.set(profile, { ...profiles.get(profile), [await requireSetting(first)]: undefined });
      return undefined;
    case "use":
      profiles.use(required(first));
      return undefined;
    case "delete":
      profiles.remove(required(first));
      return undefined;
    default:
      throw await unknownNameError("command", verb, verbs, {
        place: `profile ${verb}`,
        fix: `use one of ${verbs.join(", ")}`,
      });
  }
}

function listProfiles({ host, profiles, argv }: BuiltinCommand): Promise<void> {
  const names = [...new Set([profiles.selected, ...profiles.names])].toSorted();
  if (flagValue(argv, "output") === "json") {
    const all = names.map((name) => ({ name, isSelected: name === profiles.selected }));
    return host.out(`${jsonText(all, 2)}\n`);
  }
  return host.out(names.map((name) => `${name === profiles.selected ? "*" : " "} ${name}\n`).join(""));
}

async function requireSetting(name: string | undefined): Promise<keyof typeof settingDescriptions> {
  const known = Object.keys(settingDescriptions).map(kebabCase);
  const key = name === undefined ? undefined : findSetting(name);
  if (key !== undefined) return key;
  throw await unknownNameError("setting", name ?? "", known, { fix: `use one of ${known.join(", ")}` });
}

function required(name: string | undefined): string {
  if (name !== undefined) return name;
  throw new UsageError("ARGUMENT_MISSING", "missing the name of the profile");
}
