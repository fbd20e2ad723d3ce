/** Sets a property, whatever it is called: assigned, `__proto__` would be no property. */
export function setProperty<Value>(object: { [name: string]: Value }, name: string, value: Value): void {
  if (name !== "__proto__") object[name] = value;
  else Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}
