import type { FormDefinition } from '@atrium/sdk/documents'
import { initialValues, isSame } from './form-values.ts'
import type { FormValues } from './form-values.ts'

type RecordLike = Readonly<Record<string, unknown>>

/** A field that somebody else has changed in the meantime. */
export interface ConflictLine {
  name: string
  mine: unknown
  theirs: unknown
  /** Whether this person changed the field too, to another value. If not, their value is chosen by default. */
  isContested: boolean
}

export type Side = 'mine' | 'theirs'

interface Versions {
  /** The values from which both started. */
  base: FormValues
  mine: FormValues
  /** The current record. */
  theirs: RecordLike
}

/** The fields that somebody else changed since the record was read, to a value other than this person's. */
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

/** The default choices: a change made by only one side wins. */
export function defaultChoices(lines: readonly ConflictLine[]): Record<string, Side> {
  return Object.fromEntries(lines.map(({ name, isContested }) => [name, isContested ? 'mine' : 'theirs']))
}

/** What a person chose by field, and the values that they chose between. */
export type Chosen = Readonly<Record<string, { side: Side; line: ConflictLine }>>

/**
 * The choices that are shown. A choice falls back to the default when the person enters another value. When another version arrives, one
 * for the value of the others stays, but one against it does not: nobody has seen yet what it would overwrite.
 */
export function choicesOf(lines: readonly ConflictLine[], chosen: Chosen): Record<string, Side> {
  const held = lines.flatMap(({ name, mine, theirs }): [string, Side][] => {
    const { side, line } = chosen[name] ?? {}
    const holds = line && isSame(line.mine, mine) && (side === 'theirs' || isSame(line.theirs, theirs))
    return holds && side ? [[name, side]] : []
  })
  return { ...defaultChoices(lines), ...Object.fromEntries(held) }
}

/** The values of the form after the choices are applied. */
export function settled(
  mine: FormValues,
  lines: readonly ConflictLine[],
  choices: Readonly<Record<string, Side>>,
): FormValues {
  const taken = lines.filter(({ name }) => choices[name] === 'theirs').map(({ name, theirs }) => ({ [name]: theirs }))
  return Object.assign({}, mine, ...taken) as FormValues
}
