/** Returns a text in backquotes. A longer one than 100 characters is cut in the middle. */
export function quote(text: string): string {
  const maxLength = 100;
  const short =
    text.length <= maxLength ? text : `${text.slice(0, maxLength / 2)} ... ${text.slice(-maxLength / 2)}`;
  return short.includes("`") ? short : `\`${short}\``;
}
