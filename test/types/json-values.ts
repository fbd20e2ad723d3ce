/** What programs give as plain JSON, for fields of google.protobuf.Struct and Value; compiled as it stands. */
import type { MessageInit, JsonObject, JsonValue } from "@svc/cloud";

interface Settings {
  theme: string;
  tabs: number[];
  proxy: Proxy;
}
interface Proxy {
  host: string;
}
type Theme = { name: string; colors: { [part: string]: string }; parent?: Theme };

declare const settings: Settings;
declare const proxy: Proxy;
declare const theme: Theme;
declare const parsed: unknown;

/** A message with a field of either type. */
interface Page {
  attributes?: JsonObject | undefined;
  anything?: JsonValue | undefined;
}

/** A literal, and a value of a type that is no interface, are objects of JSON. */
export const literal: MessageInit<Page> = {
  attributes: { theme: "dark", tabs: [1, 2], proxy: { host: "h" } },
};
export const typed: MessageInit<Page> = { anything: { name: theme.name, colors: theme.colors } };

/** An interface may gain members elsewhere, so that the compiler does not take its values for JSON. */
// @ts-expect-error an index signature is missing
export const whole: MessageInit<Page> = { attributes: proxy };

/** Its members, each by itself, are. */
export const spread: MessageInit<Page> = { attributes: { ...proxy } };
export const deep: MessageInit<Page> = { attributes: { ...settings, proxy: { ...settings.proxy } } };

/** What is not JSON is told so. */
// @ts-expect-error a date is not JSON
export const date: MessageInit<Page> = { attributes: { since: new Date() } };
// @ts-expect-error nothing is known of the value
export const unknown: MessageInit<Page> = { anything: parsed };
