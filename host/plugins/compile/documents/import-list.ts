import { record_fields } from '@atrium/sdk/host'
import type { Action, FormDefinition, ListImport } from '@atrium/sdk/documents'
import { importKeys } from '../../../core/operations/index.ts'
import { type CompileContext, permissionOf } from '../checks/route-index.ts'
import type { Resource } from './resource.ts'

/**
 * The import into a list: a list has it if people create its records with the form of its create screen, unless the author declared a header
 * action `import`. A form that sends files, or whose answer is shown only once, is filled in record by record.
 */
export function listImport(
  form: FormDefinition,
  { resource, declared, undo }: Pick<CompileContext, 'undo'> & { resource: Resource; declared: readonly Action[] },
): ListImport | undefined {
  const { draft, paths, routes, record } = resource
  const { list, create, importMany } = routes
  const isOwn = declared.some(({ id, kind }) => id === 'import' && kind === 'header')
  const store = list?.declaration.store
  if (isOwn || draft.table?.create === undefined || importMany?.declaration.kind !== 'import' || !store)
    return undefined
  if (create?.name !== `POST ${paths.list}` || form.submit.encoding !== undefined || form.secrets !== undefined)
    return undefined
  const keys = importKeys(store).filter(
    (name) => name === 'id' || form.fields[name]?.kind === 'text' || form.fields[name]?.kind === 'number',
  )
  const fields = [...record_fields(record).values()].map(({ name, permission, schema: { title } }: Field) => ({
    ...{ name, label: title ?? name },
    ...(keys.includes(name) && { key: true as const }),
    ...(permission !== undefined && { permission }),
  }))
  // What was created is deleted again, by the route of the record kit or by the one that is declared for it.
  const isUndoable =
    undo && (routes.delete?.declaration.kind === 'delete' || create.declaration.options.undo !== undefined)
  return {
    ...{ path: `${paths.list}/import`, form_id: form.id, fields },
    ...(isUndoable && store.table && { undo: routes.delete ? permissionOf(routes.delete) : {} }),
    ...permissionOf(importMany),
  }
}

interface Field {
  readonly name: string
  readonly permission: string | undefined
  readonly schema: { readonly title?: string }
}
