import { type Static, Type } from 'typebox'
import { PluginStatus } from './plugin-status.ts'

/** What can be asked of a plugin. */
export const PluginAction = Type.Enum(['activate', 'deactivate', 'reload'])
export type PluginAction = Static<typeof PluginAction>

/** One thing that happens to one plugin. */
export const PluginStep = Type.Object(
  {
    action: PluginAction,
    plugin: Type.String(),
    because: Type.Optional(Type.String({ description: 'The plugin that makes it necessary' })),
  },
  { additionalProperties: false },
)
export type PluginStep = Static<typeof PluginStep>

/** Why nothing of what was asked for is done. */
export const PluginRefusal = Type.Object(
  {
    code: Type.String(),
    message: Type.String(),
    fix: Type.String(),
    plugins: Type.Array(Type.String(), { description: 'Those that are in the way' }),
  },
  { additionalProperties: false },
)
export type PluginRefusal = Static<typeof PluginRefusal>

/**
 * What happens when a plugin is activated, deactivated or reloaded: the steps in their order, each provided that those before it
 * succeed. Answered by `POST /api/v1/plugins/{id}/<action>`; with `?dry_run=1` nothing happens.
 */
export const PluginPlan = Type.Object(
  {
    action: PluginAction,
    plugin: Type.String(),
    dry_run: Type.Boolean(),
    steps: Type.Array(PluginStep),
    refused: Type.Union([Type.Null(), PluginRefusal]),
    plugins: Type.Optional(
      Type.Array(PluginStatus, { description: 'Those of the steps and the one asked for, as they stand afterwards' }),
    ),
  },
  { additionalProperties: false },
)
export type PluginPlan = Static<typeof PluginPlan>
