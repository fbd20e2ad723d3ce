/**
 * A plugin of rolldown that escapes all characters outside ASCII. V8 keeps a source with a single character above U+00FF in
 * two bytes per character: twice the memory, and a slower start.
 */
export const asciiCode = {
  name: "ascii-code",
  generateBundle(_options, files) {
    for (const file of Object.values(files)) {
      // eslint-disable-next-line no-control-regex
      if (file.type === "chunk") file.code = file.code.replace(/[^\0-\x7F]/g, escape);
    }
  },
};

const escape = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
