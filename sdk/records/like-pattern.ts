/** A pattern for LIKE that finds the text anywhere; its wildcards are escaped with a backslash. */
export const like_pattern = (text: string) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`

/**
 * The spellings to look for where the database ignores case in ASCII only, as SQLite does: as given, in small and capital letters,
 * and with capital initials. One where nothing else would come of it.
 */
export function spellings(text: string): readonly string[] {
  if (/^[\x20-\x7e]*$/.test(text)) return [text]
  const small = text.toLowerCase()
  const initials = small.replaceAll(/(^|\s)\S/gu, (start) => start.toUpperCase())
  return [...new Set([text, small, text.toUpperCase(), initials])]
}
