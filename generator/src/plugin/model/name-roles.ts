/** The roles of the names in a names file: where each has to differ from others, and which names it can have. */
import { isIdentifier, isReservedWord } from "../../kit/code/code.js";

/** Returns the proto package that contains an element. */
export type PackageOf = (element: string) => string;

/** A role of a name. */
interface Role {
  /** Returns the scope in which the names of an element have to differ. */
  scopeOf(element: string, name: string, packageOf: PackageOf): string;
  isValid(name: string): boolean;
}

const maxNameLength = 500;
/** Names follow from those of protos, which have no other characters. */
const plainName = /^[A-Za-z_$][\w$]*$/;

const typeName = {
  scopeOf: (element: string, _: string, packageOf: PackageOf) => typeScope(packageOf(element)),
  isValid: (name: string) => name.length <= maxNameLength && plainName.test(name) && isIdentifier(name),
};
const memberName = {
  scopeOf: (element: string) => memberScope(element.slice(0, Math.max(0, element.lastIndexOf(".")))),
  // A method may be called `delete`.
  isValid: (name: string) =>
    name.length <= maxNameLength &&
    plainName.test(name) &&
    name !== "__proto__" &&
    (isIdentifier(name) || isReservedWord(name)),
};
const helperName = { ...memberName, scopeOf: memberScope };
const pathName = (scopeOf: Role["scopeOf"]): Role => ({
  scopeOf,
  isValid: (name) => /^[\w-]+(\/[\w-]+)*$/.test(name) && name.length <= maxNameLength,
});

/** The roles. An element has at most one name for each. */
export const nameRoles = {
  // Messages and enums, and the types that belong to them.
  type: typeName,
  json: typeName,
  input: typeName,
  whole: typeName,
  // Services, in the modules of their package.
  client: typeName,
  methods: typeName,
  wiring: typeName,
  handlers: typeName,
  server: typeName,
  // Types of resources (AIP-123).
  path: typeName,
  parse: typeName,
  pathType: typeName,
  partsType: typeName,
  // Fields, oneofs, enum values and rpcs, and the helpers of rpcs.
  name: memberName,
  all: memberName,
  modify: memberName,
  preview: memberName,
  // Helpers of services, beside their rpcs.
  modifyOne: helperName,
  previewOne: helperName,
  operation: helperName,
  // Services and packages in the facade.
  property: { ...memberName, scopeOf: (element, _, packageOf) => facadeScope(packageOf(element)) },
  group: { ...memberName, scopeOf: () => "groups" },
  facade: { ...typeName, scopeOf: () => "facades" },
  // Packages and proto files.
  folder: pathName(() => "folders"),
  serverFolder: pathName(() => "folders"),
  module: pathName((_, name) => moduleScope(name.slice(0, Math.max(0, name.lastIndexOf("/"))))),
} as const satisfies Readonly<Record<string, Role>>;

/** The purpose of a name. */
export type NameRole = keyof typeof nameRoles;

/** Returns the scope of the exported names of a package. */
export function typeScope(packageName: string): string {
  return `types ${packageName}`;
}

/** Returns the scope of the members of a message, an enum or a service. */
export function memberScope(owner: string): string {
  return `members ${owner}`;
}

/** Returns the scope of the clients of a package in the facade. */
export function facadeScope(packageName: string): string {
  return `facade ${packageName}`;
}

/** Returns the scope of the modules in a folder. */
export function moduleScope(folder: string): string {
  return `modules ${folder}`;
}

/** Returns a function that finds the package of an element: the longest one that its name begins with. */
export function createPackageOf(packages: Iterable<string>): PackageOf {
  const known = new Set(packages);
  return (element) => {
    // The key of a type of resource begins with its package: `acme.v1:acme.com/Book`.
    const colon = element.indexOf(":");
    if (colon >= 0) return element.slice(0, colon);
    for (let end = element.length; end > 0; end = element.lastIndexOf(".", end - 1))
      if (known.has(element.slice(0, end))) return element.slice(0, end);
    return "";
  };
}
