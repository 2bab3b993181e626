/** What was typed as a list, by commas or lines. */
export const listed = (text: string): string[] =>
  text
    .split(/[\n,]/)
    .map((one) => one.trim())
    .filter((one) => one !== '')
