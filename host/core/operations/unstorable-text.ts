import type { ErrorObject } from 'ajv/dist/2020.js'

/**
 * Finds text that not every database can keep, names of members included: PostgreSQL refuses a NUL, one driver of SQLite takes it
 * for the end of the text, and half of a surrogate pair would come back as another character. Undefined where there is none.
 * Walks without recursion: JSON may be nested deeper than the stack.
 */
export function unstorableText(value: unknown): readonly ErrorObject[] | undefined {
  const found: ErrorObject[] = []
  const waiting: [value: unknown, pointer: string][] = [[value, '']]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [each, pointer] = next
    if (typeof each === 'string' && !isStorable(each)) found.push(violationAt(pointer))
    if (typeof each !== 'object' || each === null) continue
    for (const [name, member] of Object.entries(each)) {
      const inner = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
      if (isStorable(name)) waiting.push([member, inner])
      else found.push(violationAt(inner))
    }
  }
  return found.length === 0 ? undefined : found
}

/** With the flag `u` a pair is one character, so that only half of one is a surrogate. */
const isStorable = (text: string) => !/[\0\p{Surrogate}]/u.test(text)

const violationAt = (instancePath: string): ErrorObject => ({
  instancePath,
  keyword: 'storable',
  schemaPath: '#/storable',
  params: {},
})
