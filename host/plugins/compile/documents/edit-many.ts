import { record_fields, takes_changes } from '@atrium/sdk/host'
import type { Action, Field, FormDefinition } from '@atrium/sdk/documents'
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
  const { changeMany, update } = resource.routes
  const isOwn = declared.some(({ id, kind }) => id === 'edit' && kind === 'bulk')
  const changes = fieldsForMany(form, resource)
  if (isOwn || update?.method !== 'PATCH' || !changeMany || !takes_changes(changeMany.declaration)) return []
  if (changes.length === 0 || form.plan_path !== undefined || form.submit.encoding !== undefined) return []
  const isUndoable = undo && update.transaction && update.declaration.store?.table !== undefined
  return [
    {
      ...{ id: 'edit', kind: 'bulk', label: 'Edit selected…', icon: 'pencil', done: 'Changed' },
      ...{ method: 'POST', path: `${resource.paths.list}/change`, form_id: form.id, changes },
      ...(isUndoable && { undo: permissionOf(update) }),
      ...permissionOf(changeMany),
    },
  ]
}

/**
 * The fields of a form that may be the same in many records. A field whose offer follows from another one, or on which another one depends,
 * is left out, because these differ from record to record; and so is the title, by which people tell the records apart.
 */
function fieldsForMany({ fields }: FormDefinition, { record, titleField }: Resource): string[] {
  const known = record_fields(record)
  return Object.entries(fields).flatMap(([name, field]) => {
    const { [name]: _, ...others } = fields
    const { schema, read_only = true } = known.get(name) ?? {}
    const isKept = read_only || (schema as { writeOnly?: boolean }).writeOnly === true || name === titleField
    const isConditional = field.visible_when !== undefined || field.disabled_when !== undefined
    if (isKept || isConditional || OF_ONE_RECORD.has(field.kind) || namesField(field)) return []
    return Object.values(others).some((other) => dependsOn(other, name)) ? [] : [name]
  })
}

/** Whether an address in the field holds the value of another field, or the record: `/api/v1/booking/slots?service={service_id}`. */
const namesField = (field: Field) => /\{\w+\}/.test(JSON.stringify(field))

function dependsOn(field: Field, name: string): boolean {
  const { visible_when, required_when, disabled_when } = field
  const isCondition = [visible_when, required_when, disabled_when].some((condition) => condition?.field === name)
  return isCondition || JSON.stringify(field).includes(`{${name}}`)
}
