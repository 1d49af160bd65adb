import { type Static, Type } from 'typebox'
import { Diagnostic } from './diagnostic.ts'

/**
 * Where a plugin stands, as operators see it. Served at `GET /api/v1/plugins/{id}`. One that failed may still serve its former
 * generation: then `generation` is there.
 */
export const PluginStatus = Type.Object(
  {
    id: Type.String(),
    title: Type.String(),
    version: Type.String({ description: 'Of what serves, else of what is in its folder; empty where it has none' }),
    description: Type.Optional(Type.String()),
    desired: Type.Enum(['active', 'inactive']),
    state: Type.Enum(['inactive', 'activating', 'active', 'blocked', 'failed', 'missing', 'deactivating']),
    generation: Type.Optional(Type.Integer({ minimum: 1, description: 'The one that serves' })),
    loaded_at: Type.Optional(Type.String({ format: 'date-time' })),
    draining: Type.Optional(Type.Integer({ minimum: 1, description: 'Former generations with work under way' })),
    requires: Type.Record(Type.String(), Type.String(), { description: 'Version ranges by plugin id' }),
    required_by: Type.Array(Type.String(), { description: 'Plugins that name this one, active or not' }),
    has_settings: Type.Boolean(),
    diagnostics: Type.Array(Diagnostic),
  },
  { additionalProperties: false },
)
export type PluginStatus = Static<typeof PluginStatus>
