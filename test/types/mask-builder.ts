/**
 * Compiled, not run: what the typed builder of reset masks lets through, and
 * what it does not. Every `@ts-expect-error` is a mistake that a user could make.
 */
import type {
  Mask,
  MaskBuilder,
  MaskInput,
  MaskPath,
  MaskSelector,
} from "../../runtime/src/messages/mask/index.js";
import type { UpdateRequest } from "./generated-shapes.js";

declare const selector: MaskSelector<UpdateRequest>;
declare const m: MaskBuilder<UpdateRequest>;
declare function update(options: { readonly resetMask: MaskInput<UpdateRequest> }): void;
declare const mask: Mask;

export const paths: readonly MaskPath[] = [
  m.spec,
  m.spec.cpu,
  m.spec.limit,
  m.spec.boot.size,
  m.spec.disks,
  m.spec.disks.at(0),
  m.spec.disks.at(0).inner.each.size,
  m.spec.diskByName.key("a").size,
  m.spec.diskByNumber.key(-5).size,
  m.spec.diskById.key(7n).size,
  m.spec.diskByFlag.key(true).size,
  m.spec.diskByName.each.inner,
  m.spec.hostnames,
  m.spec.weights,
  m.spec.weightsById,
  m.spec.place,
  m.spec.place.host,
  m.spec.place.group.size,
  m.spec.place.json,
  m.spec.count,
  m.spec.wrapped,
  m.spec.attributes,
  m.spec.anything,
  m.spec.list,
  m.spec.structs,
  m.spec.paths,
  m.spec.tree.left.left.children.at(1).named.key("x").side.other.side.note,
  m.spec.odd.at,
  m.spec.odd.each.size,
  m.spec.odd.key.at(0).size,
  m.spec.odd.then,
  m.spec.odd.constructor.size,
  m.spec.odd.toString,
  m.spec.odd.__proto__.size,
];

export const selected: Mask = selector.select((request) => [request.spec.disks]);
update({ resetMask: (request) => [request.spec.disks.each.size] });
update({ resetMask: "spec.disks" });
update({ resetMask: mask });
update({ resetMask: () => [] });

// @ts-expect-error a field that the message does not have
void m.spec.cpus;
// @ts-expect-error a proto name instead of the property
void m.spec.disk_by_name;
// @ts-expect-error a field that an element does not have
void m.spec.disks.at(0).sise;
// @ts-expect-error a list is reached by index, not by key
void m.spec.disks.key("0");
// @ts-expect-error a map is reached by key, not by index
void m.spec.diskByName.at(0);
// @ts-expect-error a key of another type
void m.spec.diskById.key("7");
// @ts-expect-error a key of another type
void m.spec.diskByName.key(7);
// @ts-expect-error an index that is no number
void m.spec.disks.at("0");
// @ts-expect-error elements are named through at() or each
void m.spec.disks.size;
// @ts-expect-error a list of scalars ends a path
void m.spec.hostnames.at(0);
// @ts-expect-error a list of scalars ends a path
void m.spec.hostnames.each;
// @ts-expect-error a list of wrappers ends a path
void m.spec.wrapped.at(0);
// @ts-expect-error a map of scalars ends a path
void m.spec.weights.key("a");
// @ts-expect-error a map of scalars ends a path
void m.spec.weightsById.each;
// @ts-expect-error a scalar ends a path
void m.spec.cpu.at;
// @ts-expect-error a string has no methods here
void m.metadata.id.length;
// @ts-expect-error bytes end a path
void m.spec.data.at(0);
// @ts-expect-error plain JSON ends a path
void m.spec.attributes.key("a");
// @ts-expect-error plain JSON ends a path
void m.spec.anything.name;
// @ts-expect-error a structure has no wildcard: it would clear fields that this SDK does not know
void m.spec.each;
// @ts-expect-error a member is named within its oneof
void m.spec.host;
// @ts-expect-error a member that the oneof does not have
void m.spec.place.room;
// @ts-expect-error a scalar member ends a path
void m.spec.place.host.length;
// @ts-expect-error what a decoder did not know is no field
void m.spec._unknownFields;
// @ts-expect-error the message as a whole is no path
selector.select((request) => [request]);
// @ts-expect-error text is no path
selector.select(() => ["spec.disks"]);
// @ts-expect-error a path alone is no list
selector.select((request) => request.spec.disks);
// @ts-expect-error a number is no mask
update({ resetMask: 1 });
