/** Sets a property with any name. Assigning `__proto__` would set the prototype instead. */
export function setProperty<Value>(object: { [name: string]: Value }, name: string, value: Value): void {
  if (name !== "__proto__") object[name] = value;
  else Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}
