import { type Static, Type } from 'typebox'
import { Identifier } from './identifier.ts'

const Range = Type.String({ minLength: 1, description: 'A range of versions, such as `^1.0.0`' })

const Names = Type.Array(Type.String({ minLength: 1, maxLength: 120 }), {
  minItems: 1,
  maxItems: 100,
  uniqueItems: true,
})

/** A role that a plugin suggests. It does nothing until an operator creates a role from it. */
export const SuggestedRole = Type.Object(
  {
    title: Type.String({ minLength: 1, maxLength: 80, description: 'For people, such as `Receptionist`' }),
    description: Type.Optional(
      Type.String({ maxLength: 500, description: 'What people with this role do, in one sentence' }),
    ),
    permissions: Type.Array(Type.String({ pattern: '^[a-z*][a-z0-9_.*-]*$', maxLength: 200 }), {
      minItems: 1,
      maxItems: 500,
      uniqueItems: true,
      description: '`*` stands for one segment, or for everything below if it is the last segment',
    }),
    conditions: Type.Optional(
      Type.Array(
        Type.Object(
          {
            resource: Type.String({ minLength: 1, maxLength: 120, description: 'The table' }),
            where: Type.String({ minLength: 3, maxLength: 500, description: 'A list query: `specialist_id=mine`' }),
          },
          { additionalProperties: false },
        ),
        {
          maxItems: 50,
          description:
            'Limits the role to some records. `me` stands for the person, `mine` for the person’s own value of this name',
        },
      ),
    ),
    fields: Type.Optional(
      Type.Array(
        Type.Object(
          {
            resource: Type.String({ minLength: 1, maxLength: 120, description: 'The table' }),
            hidden: Type.Optional(Names),
            read_only: Type.Optional(Names),
          },
          { additionalProperties: false },
        ),
        { maxItems: 50, description: 'Fields that people with this role do not see, or see but do not change' },
      ),
    ),
  },
  { additionalProperties: false },
)
export type SuggestedRole = Static<typeof SuggestedRole>

/** The roles that a plugin suggests, by their id within the plugin. */
export const SuggestedRoles = Type.Record(Type.String({ pattern: '^[a-z][a-z0-9-]*$' }), SuggestedRole, {
  additionalProperties: false,
  description: 'Suggested roles, by id',
})

/** The member `atrium` of a plugin's package.json. */
const AtriumMember = Type.Object(
  {
    id: Type.Unsafe<string>({ ...Identifier, description: 'The plugin’s id and its REST namespace, `/api/v1/<id>`' }),
    title: Type.Optional(Type.String({ minLength: 1, description: 'For people. Default: made from the id' })),
    entry: Type.Optional(
      Type.String({ minLength: 1, description: 'The source file whose exports are the plugin. Default: `exports`' }),
    ),
    elements: Type.Optional(
      Type.String({
        minLength: 1,
        pattern: '^(?!/)(?!(?:.*/)?\\.\\.(?:/|$))',
        description: 'The ES module with the plugin’s own columns, fields and widgets, which runs in the browser',
      }),
    ),
    requires: Type.Optional(
      Type.Record(Type.String({ pattern: '^[a-z][a-z0-9-]*$' }), Range, {
        additionalProperties: false,
        description: 'Ranges of versions of the plugins that have to be active, by plugin id',
      }),
    ),
    settings: Type.Optional(
      Type.Unsafe({
        type: 'object',
        description: 'JSON Schema (2020-12) of the settings. `writeOnly` ones are never shown',
      }),
    ),
    roles: Type.Optional(SuggestedRoles),
    events: Type.Optional(
      Type.Array(Type.String({ pattern: '^[a-z][a-z0-9-]*\\.[a-z][a-z0-9_.-]{0,99}$' }), {
        maxItems: 500,
        uniqueItems: true,
        description:
          'Events that the plugin emits for others, `<id>.<past tense>`. They need not be handled by any plugin',
      }),
    ),
    acts_for_people: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Whether its code acts with the rights of people who asked it to, as agents do (`context.act_for`)',
      }),
    ),
    drain_seconds: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 3600,
        default: 30,
        description: 'How long requests of a replaced generation may take before they are aborted',
      }),
    ),
  },
  { additionalProperties: false },
)

/**
 * The package.json of a plugin, as far as the host reads it. Published as `@atrium/sdk/package.schema.json` and served at
 * `/docs/package.schema.json`, so that editors complete and check it.
 */
export const PluginPackage = Type.Object(
  {
    name: Type.String({ minLength: 1 }),
    version: Type.String({ minLength: 5 }),
    description: Type.Optional(Type.String()),
    atrium: AtriumMember,
  },
  {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'package.json of an Atrium plugin',
    additionalProperties: true,
  },
)
