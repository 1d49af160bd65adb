import type { Problem } from '@atrium/sdk/documents'
import type { FieldStates } from './field-states.ts'
import type { FieldErrors } from './validate-form.ts'

/** What the host found wrong: at fields one can see, and what belongs to none of them. */
export interface ServerErrors {
  fields: FieldErrors
  rest: string[]
}

/** Puts the findings of a 422 where they belong. */
export function serverErrors({ errors, details, detail }: Problem, states: FieldStates): ServerErrors {
  const findings = new Map<string, string>()
  for (const { pointer, message } of details ?? []) findings.set(pointer.split('/')[1] ?? '', message)
  for (const [name, message] of Object.entries(errors ?? {})) findings.set(name, message)

  const all = [...findings]
  const fields = Object.fromEntries(all.filter(([name]) => states[name]?.isVisible))
  const rest = all
    .filter(([name]) => !(name in fields))
    .map(([name, message]) => (name === '' ? message : `${name}: ${message}`))
  return { fields, rest: all.length === 0 ? [detail] : rest }
}
