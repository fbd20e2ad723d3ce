import { builtIn } from "../auth/built-in.js";

/**
 * Opens a URL in the browser of this machine.
 *
 * @returns whether a browser was started; false if the machine has none, or the person works on another one
 */
export async function openBrowser(
  url: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<boolean> {
  const command = browserCommand(env);
  if (!command) return false;
  const [program, ...args] = command;
  return new Promise((done) => {
    const child = builtIn.childProcess().spawn(program, [...args, url], {
      stdio: "ignore",
      detached: true,
      windowsHide: true,
    });
    child.once("error", () => done(false));
    child.once("spawn", () => done(true));
    child.unref();
  });
}

/** Returns the command that opens URLs; undefined if there is no screen for a browser. */
export function browserCommand(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): readonly [string, ...string[]] | undefined {
  const [named] = (env["BROWSER"] ?? "").split(":");
  if (named) return [named];
  if (env["SSH_CONNECTION"] || env["CI"]) return undefined;
  if (platform === "darwin") return ["open"];
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler"];
  return env["DISPLAY"] || env["WAYLAND_DISPLAY"] ? ["xdg-open"] : undefined;
}
