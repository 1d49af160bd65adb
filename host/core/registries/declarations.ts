import type { PluginDeclarations } from '@atrium/sdk/documents'
import { record_fields } from '@atrium/sdk/host'
import type { TObject } from 'typebox'
import type { Operation } from './operation.ts'
import type { Registries } from './registries.ts'
import { tablesOf } from './role-limits.ts'

/** The declarations of a plugin that grants refer to. */
export function declarationsOf(
  { plugin, version }: Pick<PluginDeclarations, 'plugin' | 'version'>,
  { operations, roles = {} }: { operations: readonly Operation[]; roles?: PluginDeclarations['roles'] | undefined },
): PluginDeclarations {
  return {
    plugin,
    version,
    permissions: [...new Set(operations.flatMap(permissionsOf))].sort(),
    operations: operations.flatMap(({ name, permission }) => (permission === undefined ? [] : [{ name, permission }])),
    tables: [...tablesOf(operations)].map(([name, schema]) => ({ name, fields: fieldsOf(schema) })),
    roles,
  }
}

/** The permissions of an operation, the additional ones that its handler checks, and those of single fields of its record. */
export const permissionsOf = ({ permission, declaration: { record, options } }: Operation): string[] => [
  ...(permission === undefined ? [] : [permission]),
  ...(options.asks ?? []),
  ...(record ? [...record_fields(record).values()].flatMap((field) => field.permission ?? []) : []),
]

const required = new WeakMap<object, { readonly version: number; readonly permissions: ReadonlySet<string> }>()

/** The permissions that active plugins and the platform require. Computed once for each version of the registries. */
export function requiredPermissions(registries: Pick<Registries, 'version' | 'operations'>): ReadonlySet<string> {
  const { version, operations } = registries
  const former = required.get(registries)
  if (former?.version === version) return former.permissions
  const permissions = new Set(operations.list().flatMap(permissionsOf))
  required.set(registries, { version, permissions })
  return permissions
}

type DeclaredTable = PluginDeclarations['tables'][number]

const fieldsOf = (schema: TObject): DeclaredTable['fields'] =>
  [...record_fields(schema).values()].map(({ name, type: { kind, choices } }) => ({
    name,
    kind,
    ...(choices && { choices: [...choices] }),
  }))

/** The schemas of declared tables, against which limits of roles are checked. */
export const tableSchemas = ({ tables }: PluginDeclarations): ReadonlyMap<string, TObject> =>
  new Map(tables.map(({ name, fields }) => [name, schemaOf(fields)]))

function schemaOf(fields: DeclaredTable['fields']): TObject {
  const properties = Object.fromEntries(
    fields.map(({ name, kind, choices }) => [name, choices ? { enum: choices } : JSON_TYPES[kind]]),
  )
  return { type: 'object', properties } as unknown as TObject
}

const JSON_TYPES: Readonly<Record<DeclaredTable['fields'][number]['kind'], object>> = {
  string: { type: 'string' },
  integer: { type: 'integer' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date' },
  'date-time': { type: 'string', format: 'date-time' },
  texts: { type: 'array', items: { type: 'string' } },
  json: { type: 'object' },
}
