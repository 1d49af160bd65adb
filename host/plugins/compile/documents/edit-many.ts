import { record_fields, takes_changes } from '@atrium/sdk/host'
import type { Action, Field, FormDefinition, TableWidget } from '@atrium/sdk/documents'
import type { CompileContext } from '../checks/route-index.ts'
import { permissionOf } from '../checks/route-index.ts'
import type { Resource } from './resource.ts'

/** Kinds of fields whose value belongs to one record. */
const OF_ONE_RECORD: ReadonlySet<Field['kind']> = new Set(['file', 'repeater', 'condition', 'comparison', 'slot'])

/**
 * The action that gives many records of a list the same values: a resource has it if its edit screen sends a PATCH of the record kit with
 * fields that suit many records, unless the author declared a bulk action `edit`.
 */
export function editManyAction(
  form: FormDefinition,
  { resource, declared, undo }: Pick<CompileContext, 'undo'> & { resource: Resource; declared: readonly Action[] },
): Action[] {
  const isOwn = declared.some(({ id, kind }) => id === 'edit' && kind === 'bulk')
  const many = changeMany(form, { resource, undo })
  const changes = fieldsForMany(form, resource)
  if (isOwn || many === undefined || changes.length === 0) return []
  return [
    {
      ...{ id: 'edit', kind: 'bulk', label: 'Edit selected…', icon: 'pencil', done: 'Changed' },
      ...{ method: 'POST', form_id: form.id, changes, ...many },
    },
  ]
}

/**
 * The route of the record kit that changes many records of a list. Undefined if there is none, or if the form of one record sends more than
 * its values.
 */
export function changeMany(
  form: FormDefinition,
  { resource: { routes, paths }, undo }: Pick<CompileContext, 'undo'> & { resource: Resource },
): TableWidget['change_many'] {
  const { changeMany: route, update } = routes
  const isPlain = update?.method === 'PATCH' && form.plan_path === undefined && form.submit.encoding === undefined
  if (!isPlain || !route || !takes_changes(route.declaration)) return undefined
  const isUndoable = undo && update.transaction && update.declaration.store?.table !== undefined
  return { path: `${paths.list}/change`, ...permissionOf(route), ...(isUndoable && { undo: permissionOf(update) }) }
}

/**
 * The fields of a form that may be the same in many records. A field whose offer follows from another one, or on which another one depends,
 * is left out, because these differ from record to record; and so is the title, by which people tell the records apart.
 */
function fieldsForMany({ fields }: FormDefinition, { record, titleField }: Resource): string[] {
  const known = record_fields(record)
  const used = Object.entries(fields).map(([name, field]) => ({ name, field, ...usesOf(field) }))
  return used.flatMap(({ name, field, addresses }) => {
    const { schema, read_only = true } = known.get(name) ?? {}
    const isKept = read_only || (schema as { writeOnly?: boolean }).writeOnly === true || name === titleField
    const isConditional = field.visible_when !== undefined || field.disabled_when !== undefined
    if (isKept || isConditional || OF_ONE_RECORD.has(field.kind) || addresses.length > 0) return []
    return used.some((other) => other.name !== name && other.names.has(name)) ? [] : [name]
  })
}

/**
 * The names on which a field depends: those in its addresses, such as `/api/v1/booking/slots?service={service_id}`, and those of its
 * conditions.
 */
function usesOf(field: Field): { addresses: readonly string[]; names: ReadonlySet<string> } {
  const { visible_when, required_when, disabled_when } = field
  const addresses = [...JSON.stringify(field).matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const conditions = [visible_when, required_when, disabled_when].flatMap((condition) => condition?.field ?? [])
  return { addresses, names: new Set([...addresses, ...conditions]) }
}
