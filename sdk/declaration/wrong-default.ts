import { shown_argument } from './require.ts'

type Json = Readonly<Record<string, unknown>>

/** Whether a value is of a type of JSON Schema. */
const IS: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  array: Array.isArray,
}

/** What the keywords of each type bound. */
const MEASURES: Readonly<Record<string, readonly [least: string, most: string]>> = {
  number: ['minimum', 'maximum'],
  integer: ['minimum', 'maximum'],
  string: ['minLength', 'maxLength'],
  array: ['minItems', 'maxItems'],
}

/** What is wrong with the default of a schema: the host fills it in, and nobody could store the record. Undefined if nothing is. */
export function wrong_default(schema: Json): { readonly has: string; readonly fix: string } | undefined {
  const { type, default: given } = schema
  // What is no JSON is told elsewhere.
  if (given === undefined || typeof given === 'bigint' || typeof type !== 'string') return undefined
  const shown = shown_argument(given)
  if (IS[type]?.(given) === false)
    return { has: `has [default: ${shown}], which is not of its type [${type}]`, fix: 'Correct it, or remove it.' }
  const broken = broken_bound(schema, type, typeof given === 'number' ? given : (given as { length: number }).length)
  if (broken === undefined) return undefined
  const bound = `[${broken}: ${String(schema[broken])}]`
  return { has: `has [default: ${shown}] and ${bound}, so its own default is not valid`, fix: 'Correct one of them.' }
}

/** The keyword that the default breaks. */
function broken_bound(schema: Json, type: string, measure: number): string | undefined {
  const [least = '', most = ''] = MEASURES[type] ?? []
  const { [least]: from, [most]: to } = schema
  if (typeof from === 'number' && measure < from) return least
  return typeof to === 'number' && measure > to ? most : undefined
}
