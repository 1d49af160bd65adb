import type { FormDefinition } from '@atrium/sdk/documents'
import { initialValues, isSame } from './form-values.ts'
import type { FormValues } from './form-values.ts'

type RecordLike = Readonly<Record<string, unknown>>

/** A field that somebody else has changed meanwhile. */
export interface ConflictLine {
  name: string
  mine: unknown
  theirs: unknown
  /** Whether I have changed it too, and otherwise. If not, theirs stands unless I choose mine. */
  isContested: boolean
}

export type Side = 'mine' | 'theirs'

interface Versions {
  /** What both began with. */
  base: FormValues
  mine: FormValues
  /** The record as it stands now. */
  theirs: RecordLike
}

/** The fields in which the record has been changed by somebody else since it was read, to something other than mine. */
export function conflictLines(definition: FormDefinition, { base, mine, theirs }: Versions): ConflictLine[] {
  const now = initialValues(definition, theirs)
  const changed = Object.keys(definition.fields).filter(
    (name) => !isSame(now[name], base[name]) && !isSame(now[name], mine[name]),
  )
  return changed.map((name) => ({
    name,
    mine: mine[name],
    theirs: now[name],
    isContested: !isSame(mine[name], base[name]),
  }))
}

/** What is chosen before anybody chooses: nobody's change is lost where only one has made one. */
export function defaultChoices(lines: readonly ConflictLine[]): Record<string, Side> {
  return Object.fromEntries(lines.map(({ name, isContested }) => [name, isContested ? 'mine' : 'theirs']))
}

/** The values of a form once it is settled whose stand. */
export function settled(
  mine: FormValues,
  lines: readonly ConflictLine[],
  choices: Readonly<Record<string, Side>>,
): FormValues {
  const taken = lines.filter(({ name }) => choices[name] === 'theirs').map(({ name, theirs }) => ({ [name]: theirs }))
  return Object.assign({}, mine, ...taken) as FormValues
}
