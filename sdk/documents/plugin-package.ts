import { Type } from 'typebox'
import { Identifier } from './identifier.ts'

const Range = Type.String({ minLength: 1, description: 'A range of versions, such as `^1.0.0`' })

/** The member `atrium` of a plugin's package.json. */
const AtriumMember = Type.Object(
  {
    id: Type.Unsafe<string>({ ...Identifier, description: 'The plugin’s id and its REST namespace, `/api/v1/<id>`' }),
    title: Type.Optional(Type.String({ minLength: 1, description: 'For people. Default: made from the id' })),
    entry: Type.Optional(
      Type.String({ minLength: 1, description: 'The source file whose exports are the plugin. Default: `exports`' }),
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
