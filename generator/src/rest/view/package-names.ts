import { identifier, type Code } from "../../kit/code/code.js";

/** The names and the version of the package. */
export interface PackageNames {
  /** `@acme/pet-store`. */
  readonly packageName: string;
  readonly packageVersion: string;
  /** `PetStore`: the client is `PetStoreClient`, its error `PetStoreError`. */
  readonly name: string;
}

/** The client's class. */
export function toClientName({ name }: PackageNames): Code {
  return identifier(`${name}Client`);
}

/** The class of its errors. */
export function toErrorName({ name }: PackageNames): Code {
  return identifier(`${name}Error`);
}
