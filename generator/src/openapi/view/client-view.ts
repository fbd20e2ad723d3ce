import { docBlock, identifier, importFrom, type Code } from "../../code/code.js";
import type { Page } from "../../render/page.js";
import type { RestApi } from "../model/rest-api.js";
import type { CallView } from "./calls.js";
import type { OwnOperations } from "./group-view.js";
import { clientName, type PackageNames } from "./package-names.js";

/** The file of the client. */
export type ClientView = {
  readonly imports: readonly Code[];
  readonly doc: Code;
  readonly name: Code;
  readonly groups: readonly GroupPropertyView[];
  /** It has operations of its own, and so a session. */
  readonly hasMethods: boolean;
  readonly methods: readonly CallView[];
};

/** A group as a property of the client. */
export type GroupPropertyView = {
  readonly doc: Code;
  readonly property: Code;
  readonly className: Code;
};

export function clientPage(
  { title, description, groups }: RestApi,
  names: PackageNames,
  own: readonly OwnOperations[],
): Page<ClientView> {
  const methods = own.flatMap((one) => one.methods);
  const text = [`Client of the API ${title}.`, description.trim()].filter((part) => part !== "").join("\n\n");
  const classes = groups.flatMap(({ property, className, fileName, description }) =>
    property === undefined ? [] : [{ property, className, fileName, description }],
  );
  return {
    path: "src/client.ts",
    template: "rest/src/client.ts",
    view: {
      imports: [
        ...own.flatMap(({ imports }) => imports),
        ...classes.map(({ className, fileName }) =>
          importFrom(`./operations/${fileName}.js`, [{ name: className, isTypeOnly: false }]),
        ),
      ],
      doc: docBlock({ text }),
      name: clientName(names),
      groups: classes.map(({ property, className, description }) => ({
        doc: docBlock({ text: description }),
        property: identifier(property),
        className: identifier(className),
      })),
      hasMethods: methods.length > 0,
      methods,
    },
  };
}
