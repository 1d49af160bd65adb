import { type Static, Type } from 'typebox'
import { FormDefinition } from './form-definition.ts'

/** The settings of a plugin and a form to change them with. Served at `GET /api/v1/plugins/{id}/settings`. */
export const PluginSettings = Type.Object(
  {
    plugin: Type.String(),
    form: FormDefinition,
    values: Type.Record(Type.String(), Type.Unknown(), { description: 'In force; never what is secret' }),
  },
  { additionalProperties: false },
)
export type PluginSettings = Static<typeof PluginSettings>
