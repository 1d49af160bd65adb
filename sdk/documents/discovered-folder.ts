import { type Static, Type } from 'typebox'
import { Diagnostic } from './diagnostic.ts'

/** A folder that was looked into for a plugin, and what was found. `GET /api/v1/platform/discovery` lists them all. */
export const DiscoveredFolder = Type.Object(
  {
    directory: Type.String(),
    plugin: Type.Optional(Type.String({ description: 'Its id, where it holds one' })),
    accepted: Type.Boolean(),
    diagnostics: Type.Array(Diagnostic),
  },
  { additionalProperties: false },
)
export type DiscoveredFolder = Static<typeof DiscoveredFolder>
