import { msg, type Message } from '../language/t.ts'

/** One part of a condition: a field, how it compares, and a value. */
export interface ConditionPart {
  field: string
  comparison: Comparison
  value: string
}

export type Comparison = '' | '_ne' | '_gte' | '_lte' | '_like'

/** The comparisons in the order in which they are offered. */
export const COMPARISONS: readonly { value: Comparison; label: Message }[] = [
  { value: '', label: msg('is') },
  { value: '_ne', label: msg('is not') },
  { value: '_gte', label: msg('is at least') },
  { value: '_lte', label: msg('is at most') },
  { value: '_like', label: msg('contains') },
]

/** Values that mean the viewer. */
export const PERSONAL = [
  { value: 'me', label: msg('the person') },
  { value: 'mine', label: msg('one of theirs') },
] as const

/**
 * Reads a condition, which is a list query: `status=open&owner_id=me`.
 * @param fields the names of the fields, because one may end like a comparison
 */
export function conditionParts(where: string, fields: readonly string[]): ConditionPart[] {
  return [...new URLSearchParams(where)].map(([name, value]) => {
    const suffix = COMPARISONS.find((each) => each.value !== '' && name.endsWith(each.value))?.value ?? ''
    if (suffix === '' || fields.includes(name)) return { field: name, comparison: '', value }
    return { field: name.slice(0, -suffix.length), comparison: suffix, value }
  })
}

/** Writes a condition; undefined without a part. Keeps an unfinished part, so that the host can report what is missing. */
export function writeCondition(parts: readonly ConditionPart[]): string | undefined {
  const query = new URLSearchParams(parts.map(({ field, comparison, value }) => [`${field}${comparison}`, value]))
  return parts.length === 0 ? undefined : query.toString()
}
