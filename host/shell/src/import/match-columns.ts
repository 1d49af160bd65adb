import type { Column, Field, FormDefinition, ListImport } from '@atrium/sdk/documents'
import { folded } from '../values/as-text.ts'

/** A field that columns can be matched with. */
export interface Target {
  name: string
  label: string
  /** Absent for the id, which only identifies. */
  field?: Field
  /** Whether its values may identify records. */
  isKey: boolean
}

/** The names under which a field may stand in a file: those that Atrium shows, and those that the author adds. */
interface Named {
  name: string
  shown: readonly string[]
  aliases: readonly string[]
}

/** The name of the field of each column; null for a column that is left out. */
export type Matching = readonly (string | null)[]

/** Kinds of fields whose value no cell can hold. */
const NOT_IN_CELLS: ReadonlySet<Field['kind']> = new Set(['file', 'comparison', 'condition'])

/** What can be imported: the fields of the form of a new record, and the id of an existing one. */
export function targetsOf(definition: FormDefinition, { fields }: ListImport): Target[] {
  const isKey = (name: string) => fields.some((each) => each.name === name && each.key === true)
  const offered = Object.entries(definition.fields).filter(([, field]) => !NOT_IN_CELLS.has(field.kind))
  const own = offered.map(([name, field]) => ({ name, label: field.label, field, isKey: isKey(name) }))
  return [...(isKey('id') ? [{ name: 'id', label: 'ID', isKey: true }] : []), ...own]
}

/**
 * Suggests a field for each column: one with the same name, label or heading in an export, or else the same alias, apart from accents, case and
 * punctuation; or else one whose name is a part of the heading, or the heading a part of it. No field gets two columns.
 */
export function matchColumns(
  headings: readonly string[],
  {
    targets,
    columns,
    fields,
  }: { targets: readonly Target[]; columns: readonly Column[]; fields: ListImport['fields'] },
): Matching {
  const named = targets.map(({ name, label, field }): Named => {
    const others = [...columns, ...fields].filter((each) => each.name === name).map((each) => each.label)
    return { name, shown: [name, label, ...others].map(folded), aliases: (field?.aliases ?? []).map(folded) }
  })
  const matched: (string | null)[] = headings.map(() => null)
  const take = (fits: (field: Named, heading: string) => boolean) => {
    for (const [at, heading] of headings.entries()) {
      if (matched[at] !== null) continue
      const free = named.filter(({ name }) => !matched.includes(name))
      const found = free.filter((field) => fits(field, folded(heading)))
      if (found.length === 1) matched[at] = found[0]?.name ?? null
    }
  }
  const known = new Set(fields.flatMap(({ name, label }) => [folded(name), folded(label)]))
  take(({ shown }, heading) => shown.includes(heading))
  take(({ aliases }, heading) => aliases.includes(heading))
  // A heading of another field of the record, such as one that only the host writes, is no part of a name.
  take(
    ({ shown, aliases }, heading) =>
      !known.has(heading) && [...shown, ...aliases].some((name) => isPart(name, heading) || isPart(heading, name)),
  )
  return matched
}

/** Whether a sheet is an export of the list with all fields as stored, by its headings. Amounts are in minor units there. */
export function isStoredExport(headings: readonly string[], { fields }: ListImport): boolean {
  const labels = fields.map(({ label }) => label)
  return labels.length > 1 && labels.every((label) => headings.includes(label))
}

/** Shorter texts are parts of too many words. */
const SHORTEST = 4

const isPart = (part: string, whole: string) => part.length >= SHORTEST && whole.includes(part)
