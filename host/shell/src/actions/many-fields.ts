import type { Field, FormDefinition, LayoutNode } from '@atrium/sdk/documents'
import type { DataRecord } from '../api/paths.ts'
import type { FieldErrors } from '../form/field-errors.ts'
import { isAlwaysRequired } from '../form/field-set.ts'
import type { FieldSet } from '../form/field-set.ts'
import { fieldStates } from '../form/field-states.ts'
import type { FormValues } from '../form/form-values.ts'
import { initialValues, isBlankValue, isEmpty, isSame } from '../form/form-values.ts'
import { sentValue } from '../form/submission.ts'
import { validateForm } from '../form/validate-form.ts'
import { t } from '../language/t.ts'

/** Some fields of a form under one heading. */
export interface FieldGroup {
  title: string | undefined
  names: readonly string[]
}

/** The fields of a form that may be changed in many records, under the headings that they have on the edit screen. */
export function fieldGroups(layout: readonly LayoutNode[], isOffered: (name: string) => boolean): FieldGroup[] {
  const groups: { title: string | undefined; names: string[] }[] = []
  const walk = (nodes: readonly LayoutNode[], title: string | undefined) => {
    for (const node of nodes) {
      if (node.kind !== 'field') walk(node.children, node.kind === 'section' ? node.title : title)
      else if (isOffered(node.name)) place(node.name, title)
    }
  }
  const place = (name: string, title: string | undefined) => {
    const last = groups.at(-1)
    if (last && last.title === title) last.names.push(name)
    else groups.push({ title, names: [name] })
  }
  walk(layout, undefined)
  return groups
}

/** The form with these fields alone. What it requires of other fields is a matter of each record, and the host knows those. */
export function onlyFields(
  { fields, schema: { allOf: _, ...schema }, ...definition }: FormDefinition,
  names: readonly string[],
) {
  const isKept = ([name]: [string, unknown]) => names.includes(name)
  const kept: FormDefinition = {
    ...definition,
    fields: Object.fromEntries(Object.entries(fields).filter(isKept)) as Record<string, Field>,
    schema: { ...schema, required: names.filter((name) => isAlwaysRequired({ fields, schema }, name)) },
  }
  return kept
}

/** What happens to a field in all records. */
export type Way = 'replace' | 'add' | 'remove'

/** The fields that are changed, and how. */
export type Chosen = Readonly<Record<string, Way>>

/** Whether a field's values are lists of plain values, to which one can be added. */
export function isList({ fields }: Pick<FieldSet, 'fields'>, name: string): boolean {
  const field = fields[name]
  if (field?.kind === 'select' || field?.kind === 'relation') return field.multiple === true
  return field?.kind === 'tags' || field?.kind === 'choices'
}

const namesOf = (chosen: Chosen, ...ways: Way[]) => Object.keys(chosen).filter((name) => ways.includes(chosen[name]!))

/** What is wrong with the values of the chosen fields. */
export function problemsOf(definition: FormDefinition, chosen: Chosen, values: FormValues): FieldErrors {
  const form = onlyFields(definition, namesOf(chosen, 'replace'))
  const missing = namesOf(chosen, 'add', 'remove').filter((name) => isBlankValue(values[name]))
  return {
    ...validateForm(form, values, fieldStates(form, { values, record: null })),
    ...Object.fromEntries(
      missing.map((name) => [name, chosen[name] === 'add' ? t('Choose what to add') : t('Choose what to remove')]),
    ),
  }
}

/** What is sent for the chosen fields: what they are changed to, where null empties a field, and what is added and removed. */
export function changesOf(set: FieldSet, chosen: Chosen, values: FormValues) {
  const value = (name: string) => (isEmpty(values[name]) ? null : sentValue(set, name, values[name]))
  const part = (way: Way) => {
    const names = namesOf(chosen, way)
    return names.length > 0 ? Object.fromEntries(names.map((name) => [name, value(name)])) : undefined
  }
  const [changes, add, remove] = [part('replace'), part('add'), part('remove')]
  return { ...(changes && { changes }), ...(add && { add }), ...(remove && { remove }) }
}

/** The records as they were shown, by id, with the fields of a form. A field without a value counts too. */
export function seenOf(records: readonly DataRecord[], { fields }: Pick<FieldSet, 'fields'>) {
  const names = Object.keys(fields)
  const values = (record: DataRecord) => Object.fromEntries(names.map((name) => [name, record[name] ?? null]))
  return Object.fromEntries(records.map((record) => [String(record.id), values(record)]))
}

/** The value that all these records have, or how many different ones they have. */
export function commonValue(records: readonly DataRecord[], name: string): { value: unknown } | { different: number } {
  const values: unknown[] = []
  for (const record of records) if (!values.some((each) => isSame(each, record[name]))) values.push(record[name])
  return values.length === 1 ? { value: values[0] } : { different: values.length }
}

/** Whether the field is emptied in all records, so that the person is told. */
export const empties = (set: FieldSet, name: string, value: unknown): boolean =>
  Array.isArray(value) ? value.length === 0 : isEmpty(value) && !isAlwaysRequired(set, name)

/** The value with which the input of a chosen field starts: what it shows while it has none. */
export function startOf(definition: FormDefinition, name: string): unknown {
  const value = initialValues(definition, null)[name]
  return definition.fields[name]?.kind === 'toggle' ? value === true : Array.isArray(value) ? [] : undefined
}
