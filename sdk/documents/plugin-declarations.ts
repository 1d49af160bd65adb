import { type Static, Type } from 'typebox'
import { SuggestedRoles } from './plugin-package.ts'

const PluginId = Type.String({ pattern: '^[a-z][a-z0-9-]*$', maxLength: 60 })
const Name = Type.String({ minLength: 1, maxLength: 200 })

const DeclaredField = Type.Object(
  {
    name: Name,
    kind: Type.Enum(['string', 'integer', 'number', 'boolean', 'date', 'date-time', 'texts', 'json']),
    choices: Type.Optional(
      Type.Array(Type.Union([Type.String(), Type.Number(), Type.Boolean()]), {
        minItems: 1,
        maxItems: 1_000,
        description: 'The allowed values',
      }),
    ),
  },
  { additionalProperties: false },
)

const DeclaredTable = Type.Object(
  { name: Name, fields: Type.Array(DeclaredField, { maxItems: 500 }) },
  { additionalProperties: false },
)

/** What grants of people are about in one version of a plugin: its permissions, the fields of its records, its suggested roles. */
export const PluginDeclarations = Type.Object(
  {
    plugin: PluginId,
    version: Type.String({ maxLength: 100 }),
    permissions: Type.Array(Name, { maxItems: 5_000, description: 'Of operations and of single fields' }),
    operations: Type.Array(
      Type.Object(
        { name: Type.String({ maxLength: 500, description: '`GET /api/v1/clients/notes`' }), permission: Name },
        { additionalProperties: false },
      ),
      { maxItems: 5_000, description: 'The operations that require a permission' },
    ),
    tables: Type.Array(DeclaredTable, { maxItems: 1_000 }),
    roles: SuggestedRoles,
  },
  { additionalProperties: false },
)
export type PluginDeclarations = Static<typeof PluginDeclarations>
