import { create } from "@bufbuild/protobuf";
import {
  DescriptorProtoSchema,
  EnumDescriptorProtoSchema,
  FieldDescriptorProto_Label,
  FieldDescriptorProto_Type,
  type FileDescriptorProto,
  FileDescriptorProtoSchema,
} from "@bufbuild/protobuf/wkt";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../../../../test/runs.js";
import {
  type CurrentNames,
  noNames,
  parseNamesFile,
  printNamesFile,
  updateNamesFile,
} from "../../kit/text/names-file.js";
import { decideApiNames } from "../api-names.js";
import { codecNames } from "../codecs/names.js";
import { parseOptions } from "../options.js";
import { readRequest } from "../read/request.js";
import { linkSchema } from "../read/schema.js";
import { requestOf } from "../request.fixture.js";
import { describeApi } from "./describe.js";
import { createPackageOf, nameRoles, type NameRole } from "./name-roles.js";

/** An API as the names of its elements. Later elements have no other place than earlier ones, and any number. */
interface RandomApi {
  readonly messages: Readonly<
    Record<string, { readonly fields: Numbers; readonly nested: readonly string[] }>
  >;
  readonly enums: Readonly<Record<string, Numbers>>;
  readonly services: Readonly<Record<string, readonly string[]>>;
}
type Numbers = Readonly<Record<string, number>>;

/** Names of which many would be the same in TypeScript. No nested type has the name of a field, which protos do not allow. */
const typeNames =
  "foo_bar FooBar FOO_BAR Foo_Bar Map MapMessage Map2 SClient SMethods FooBarInput FooBarJson FooBarWhole A_B AB Date DateMessage Uint8Array FooBarClient FooBarHandlers".split(
    " ",
  );
const nestedNames = "Inner inner INNER Inner_ FooBar foo_Bar".split(" ");
const serviceNames = "S s Foo_Bar_ fooBar FOOBAR Map_ SService SServiceService".split(" ");
const rpcNames =
  "get_foo GetFoo getFoo List ListAll list_all Modify modify Then then Operation UpdateFoo update_foo ModifyFoo PreviewModify constructor".split(
    " ",
  );
const memberNames =
  "foo_bar fooBar foo_bar2 FOO_BAR Foo_bar _foo_bar to_string toString x _1 x1 _ constructor".split(" ");
const valueNames = "KIND_B B KIND_KIND_B kind_B nameOf KIND_nameOf E_B FOO_BAR_B Map_B isKnown".split(" ");

const numbers = (names: readonly string[], min: number): fc.Arbitrary<Numbers> =>
  fc
    .uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 6 })
    .chain((chosen) =>
      fc
        .uniqueArray(fc.integer({ min, max: 40 }), { minLength: chosen.length, maxLength: chosen.length })
        .map((found) => Object.fromEntries(chosen.map((name, index) => [name, found[index] ?? 0]))),
    );
const some = <T>(
  names: readonly string[],
  value: fc.Arbitrary<T>,
  minKeys = 0,
): fc.Arbitrary<Record<string, T>> =>
  fc.dictionary(fc.constantFrom(...names), value, { minKeys, maxKeys: 5 });
const api: fc.Arbitrary<RandomApi> = fc.record({
  messages: some(
    typeNames,
    fc.record({
      fields: numbers(memberNames, 1),
      nested: fc.uniqueArray(fc.constantFrom(...nestedNames), { maxLength: 3 }),
    }),
    1,
  ),
  enums: some(["Kind", "E", "foo_Bar", "FooBarEnum"], numbers(valueNames, -3)),
  services: some(serviceNames, fc.uniqueArray(fc.constantFrom(...rpcNames), { maxLength: 5 }), 1),
});

/** The first API with all elements of the second, which have other numbers where theirs are taken. */
function join(first: RandomApi, second: RandomApi): RandomApi {
  const joinNumbers = (a: Numbers = {}, b: Numbers = {}): Numbers => {
    const taken = new Set(Object.values(a));
    const added = Object.entries(b).flatMap(([name, number]) => {
      if (Object.hasOwn(a, name)) return [];
      let free = number;
      while (taken.has(free)) free++;
      taken.add(free);
      return [[name, free] as const];
    });
    return { ...a, ...Object.fromEntries(added) };
  };
  const merge = <T>(
    a: Readonly<Record<string, T>>,
    b: Readonly<Record<string, T>>,
    both: (x: T, y: T) => T,
  ) =>
    Object.fromEntries(
      [...new Set([...Object.keys(b), ...Object.keys(a)])].map((key) => {
        const [x, y] = [a[key], b[key]];
        return [key, (x !== undefined && y !== undefined ? both(x, y) : (x ?? y)) as T];
      }),
    );
  const lists = (x: readonly string[], y: readonly string[]): string[] => [...new Set([...y, ...x])];
  return {
    messages: merge(first.messages, second.messages, (x, y) => ({
      fields: joinNumbers(x.fields, y.fields),
      nested: lists(x.nested, y.nested),
    })),
    enums: merge(first.enums, second.enums, joinNumbers),
    services: merge(first.services, second.services, lists),
  };
}

const packageName = "r.v1";

function toFile({ messages, enums, services }: RandomApi): FileDescriptorProto {
  const [request = ""] = Object.keys(messages);
  const scalar = { type: FieldDescriptorProto_Type.STRING, label: FieldDescriptorProto_Label.OPTIONAL };
  return create(FileDescriptorProtoSchema, {
    name: "r/v1/a.proto",
    package: packageName,
    syntax: "proto2",
    messageType: Object.entries(messages).map(([name, { fields, nested }]) =>
      create(DescriptorProtoSchema, {
        name,
        field: Object.entries(fields).map(([field, number]) => ({
          ...scalar,
          name: field,
          number,
          jsonName: `f${number}`,
        })),
        nestedType: nested.map((one) => ({ name: one })),
      }),
    ),
    enumType: Object.entries(enums).map(([name, values]) =>
      create(EnumDescriptorProtoSchema, {
        name,
        value: Object.entries(values).map(([value, number]) => ({ name: value, number })),
      }),
    ),
    service: Object.entries(services).map(([name, rpcs]) => ({
      name,
      method: rpcs.map((rpc) => ({
        name: rpc,
        inputType: `.${packageName}.${request}`,
        outputType: `.${packageName}.${request}`,
      })),
    })),
  });
}

const decide = (one: RandomApi, recorded = noNames): CurrentNames =>
  decideApiNames(requestOf([toFile(one)]), recorded);
const record = (one: RandomApi, recorded = noNames) =>
  parseNamesFile(updateNamesFile(recorded, decide(one, recorded)));

/** Each name by its scope, with the element that it stands for. */
function meanings(names: CurrentNames): Map<string, string> {
  const packageOf = createPackageOf([packageName]);
  return new Map(
    [...names].flatMap(([element, own]) =>
      [...own].map(([role, name]) => [
        `${nameRoles[role as NameRole].scopeOf(element, name, packageOf)} ${name}`,
        `${element} ${role}`,
      ]),
    ),
  );
}
const count = (names: CurrentNames): number => [...names.values()].reduce((sum, { size }) => sum + size, 0);

describe("the names of random APIs", () => {
  it("mean what they meant after random elements were added twice, and removed", () => {
    fc.assert(
      fc.property(api, api, api, (first, second, third) => {
        const all = join(first, second);
        const names = decide(first);
        const recorded = record(first);
        const later = decide(all, recorded);
        for (const [name, meaning] of meanings(names))
          expect([name, meanings(later).get(name)]).toEqual([name, meaning]);
        // Each element has names of its own.
        expect(meanings(later).size).toBe(count(later));
        // A removed element keeps its names from all others.
        const again = record(all, recorded);
        const without = decide(
          join({ ...third, messages: { ...third.messages, ...first.messages } }, third),
          again,
        );
        for (const [name, meaning] of meanings(without)) {
          const before = meanings(later).get(name);
          if (before !== undefined) expect([name, meaning]).toEqual([name, before]);
        }
      }),
      { numRuns: runs(6) },
    );
  });

  it("are the same for an SDK that is generated again from what it records itself", () => {
    fc.assert(
      fc.property(api, api, (first, second) => {
        const all = join(first, second);
        const options = { ...parseOptions(""), acceptsMissing: true };
        const described = describeApi(linkSchema(readRequest(requestOf([toFile(all)]))), codecNames, {
          ...options,
          recorded: record(first),
        });
        const { pinnedNames, names } = described;
        const again = decide(all, pinnedNames === undefined ? noNames : parseNamesFile(pinnedNames));
        expect(printNamesFile(again)).toBe(printNamesFile(names.registry.decided()));
      }),
      { numRuns: runs(8) },
    );
  });

  it("of fields and enum values stay without a names file, if those that are added have higher numbers", () => {
    fc.assert(
      fc.property(
        numbers(memberNames, 1),
        numbers(valueNames, -3),
        numbers(memberNames, 1),
        numbers(valueNames, -3),
        (fields, values, moreFields, moreValues) => {
          const higher = (own: Numbers, more: Numbers): Numbers => ({
            ...Object.fromEntries(
              Object.entries(more)
                .filter(([name]) => !Object.hasOwn(own, name))
                .map(([name, number]) => [name, number + 100]),
            ),
            ...own,
          });
          const of = (members: Numbers, kinds: Numbers): RandomApi => ({
            messages: { M: { fields: members, nested: [] } },
            enums: { Kind: kinds },
            services: { S: ["Get"] },
          });
          const later = decide(of(higher(fields, moreFields), higher(values, moreValues)));
          for (const [element, names] of decide(of(fields, values)))
            expect([element, later.get(element)]).toEqual([element, names]);
        },
      ),
      { numRuns: runs(20) },
    );
  });
});
