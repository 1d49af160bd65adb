import type { Static } from 'typebox'
import { Type } from 'typebox'
import { FormDefinition } from './form-definition.ts'
import { Diagnostic } from './problem.ts'

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
