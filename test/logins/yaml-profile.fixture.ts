import { Cloud, commandToken, fileToken, type ProfileOptions, serviceAccount } from "@svc/cloud";
import { parse } from "yaml";

interface Config {
  readonly current: string;
  readonly profiles: { readonly [name: string]: Readonly<Record<string, string>> };
}

/** Returns the options of a profile from the text of the file. */
export function readConfig(text: string, name?: string): ProfileOptions {
  const { current, profiles } = parse(text) as Config;
  const profile = profiles[name ?? current];
  if (!profile) throw new Error(`there is no profile ${name ?? current}`);
  const credentials = {
    "token-file": () => fileToken(profile["token-file"] ?? ""),
    "token-command": () => commandToken({ command: ["acme-token", name ?? current] }),
    "service-account": () => serviceAccount.fromFile(profile["key-file"] ?? ""),
  }[profile["auth-type"] ?? "token-file"];
  return {
    name: name ?? current,
    apiDomain: profile["endpoint"],
    parentId: profile["parent-id"],
    credentials: credentials?.(),
  };
}

/** Opens a session with a profile of that file. */
export const openCloud = (): Cloud => Cloud.fromProfile({ file: "~/.acme/config.yaml", read: readConfig });
