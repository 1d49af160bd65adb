import { t } from '../language/t.ts'

/** A name and its text, as they are typed into a row. */
export type Pair = readonly [name: string, text: string]

/**
 * The value of rows of names and texts: an object, or the rows themselves while a text has no name yet or two rows have the same name,
 * because an object would lose what is typed there.
 */
export function valueOfPairs(pairs: readonly Pair[]): Readonly<Record<string, string>> | readonly Pair[] {
  const object = objectOf(pairs)
  const typed = pairs.filter(([name, text]) => name !== '' || text !== '')
  return Object.keys(object).length === typed.length ? object : pairs
}

/** The rows with a name. Of two with the same name, the last one counts. */
export const objectOf = (pairs: readonly Pair[]): Readonly<Record<string, string>> =>
  Object.fromEntries(pairs.filter(([name]) => name.trim() !== ''))

/** The rows of a value that {@link valueOfPairs} made; undefined for any other value. */
export const unfinishedPairs = (value: unknown): readonly Pair[] | undefined =>
  Array.isArray(value) ? (value as readonly Pair[]) : undefined

/** Why rows cannot be sent: a text would be lost. Undefined for rows that can. */
export function pairsProblem(value: unknown): string | undefined {
  const rows = unfinishedPairs(value) ?? []
  const names = rows.map(([name]) => name).filter((name) => name.trim() !== '')
  if (new Set(names).size < names.length) return t('Each name may be used only once')
  return rows.some(([name, text]) => name.trim() === '' && text !== '') ? t('Give each value a name') : undefined
}
