import { ownFlags } from "../argv/flags.js";

/** Returns the help of `apply`. It begins with what surprises people most. */
export function applyHelp(name: string): string {
  return `${name} apply -f FILE...: create and change resources as files describe them

Deleting a line from a file changes nothing. A field that a file omits is not touched; null clears it. A list is the whole
list, and a map changes only its own keys. With --replace, a file is the whole resource, and what it omits is cleared.

apply reads the resources, prints a plan, asks, and carries it out. It deletes no resources. A resource is found by its ID,
else by its name in its parent, its resource name, or the parameters of its path.

FILE is a YAML or JSON file, a folder, or - for standard input. Each document names its kind:

  $resource: vpc/network
  metadata: { name: web }
  spec: { cidr: 10.0.0.0/16 }

{ $ref: vpc/network/web } instead of a string is the ID of that resource, in the files or on the server.

Flags:
${flagLines(["file", "yes", "dry-run", "replace", "send-secrets", "output", "timeout", "profile"])}
Examples:
  ${name} apply -f resources/ --dry-run
  ${name} apply -f network.yaml -f instances.yaml
`;
}

/** Returns the help of `export`. */
export function exportHelp(command: string): string {
  return `${command} [ID...]: write resources as files for apply

Applying the files changes nothing until you change them. They omit what only the server writes. [hidden N] and $omitted
stand for values that are not shown: keep them, and move them with their element. Without an ID, it writes all resources
that the list of the API returns, and takes its flags, such as --parent-id.

Flags:
${flagLines(["output", "timeout", "profile"])}
Examples:
  ${command} ID > resource.yaml
  ${command} --parent-id PARENT > resources.yaml
`;
}

function flagLines(names: readonly string[]): string {
  return names
    .map((name) => {
      const { short, value, text } = ownFlags.get(name) ?? { text: "" };
      const flag = `${short ? `-${short}, ` : ""}--${name}${value ? ` ${value}` : ""}`;
      return `  ${flag.padEnd(24)} ${text}\n`;
    })
    .join("");
}
