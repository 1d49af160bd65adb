import type { Static } from 'typebox'
import { Type } from 'typebox'
import { FormDefinition } from './form-definition.ts'
import { Diagnostic } from './problem.ts'

/** Something that goes wrong while a plugin runs, with how often and when. */
export const RuntimeFinding = Type.Object(
  {
    ...Diagnostic.properties,
    work: Type.String({
      description: 'What went wrong: `GET /api/v1/fleet/vans`, `job fleet.inspect`, `timer every 60 s`',
    }),
    count: Type.Integer({ minimum: 1 }),
    first_at: Type.String({ format: 'date-time' }),
    last_at: Type.String({ format: 'date-time' }),
  },
  { additionalProperties: false },
)
export type RuntimeFinding = Static<typeof RuntimeFinding>

/** What has gone wrong in the serving generation of a plugin, the latest first. */
export const PluginRuntime = Type.Object(
  {
    findings: Type.Array(RuntimeFinding, { description: 'At most 20. The message is that of the last occurrence' }),
    not_listed: Type.Integer({ minimum: 0, description: 'Occurrences of findings for which there was no more room' }),
  },
  { additionalProperties: false },
)
export type PluginRuntime = Static<typeof PluginRuntime>

/** What the serving generation of a plugin has done in the last five minutes, or since it was loaded. */
export const PluginVitals = Type.Object(
  {
    since: Type.String({ format: 'date-time', description: 'From when on it is counted' }),
    requests: Type.Integer({ minimum: 0, description: 'HTTP requests to its operations' }),
    errors: Type.Integer({ minimum: 0, description: 'Those that were answered with 500 or more' }),
    p95_ms: Type.Optional(
      Type.Number({ minimum: 0, description: 'Milliseconds within which 95 % of them were answered, to an eighth' }),
    ),
    loop_ms: Type.Number({
      minimum: 0,
      description:
        'Milliseconds for which its handlers, jobs, timers and messages held the event loop before they first waited',
    }),
    heap_at_load: Type.Integer({
      minimum: 0,
      description: 'Bytes of the heap of the whole host that were in use when it was loaded',
    }),
  },
  { additionalProperties: false },
)
export type PluginVitals = Static<typeof PluginVitals>

/**
 * The state of a plugin, as operators see it. Served at `GET /api/v1/plugins/{id}`. A failed plugin may still serve its previous
 * generation: then `generation` is set.
 */
export const PluginStatus = Type.Object(
  {
    id: Type.String(),
    title: Type.String(),
    version: Type.String({
      description: 'The serving version, else the version in its folder; empty if there is none',
    }),
    description: Type.Optional(Type.String()),
    desired: Type.Enum(['active', 'inactive']),
    state: Type.Enum(['inactive', 'activating', 'active', 'blocked', 'failed', 'missing', 'deactivating']),
    generation: Type.Optional(Type.Integer({ minimum: 1, description: 'The serving generation' })),
    loaded_at: Type.Optional(Type.String({ format: 'date-time' })),
    content: Type.Optional(
      Type.String({ description: 'A hash of the files of the serving generation, by which hosts are compared' }),
    ),
    draining: Type.Optional(Type.Integer({ minimum: 1, description: 'Previous generations with unfinished work' })),
    requires: Type.Record(Type.String(), Type.String(), { description: 'Version ranges by plugin id' }),
    required_by: Type.Array(Type.String(), { description: 'Plugins that require this one, active or not' }),
    has_settings: Type.Boolean(),
    diagnostics: Type.Array(Diagnostic),
    runtime: Type.Optional(PluginRuntime),
    vitals: Type.Optional(PluginVitals),
  },
  { additionalProperties: false },
)
export type PluginStatus = Static<typeof PluginStatus>

/** What an operator can do with a plugin. */
export const PluginAction = Type.Enum(['activate', 'deactivate', 'reload', 'retry'])
export type PluginAction = Static<typeof PluginAction>

/** One step of a plan, for one plugin. */
export const PluginStep = Type.Object(
  {
    action: PluginAction,
    plugin: Type.String(),
    because: Type.Optional(Type.String({ description: 'The plugin that makes it necessary' })),
  },
  { additionalProperties: false },
)
export type PluginStep = Static<typeof PluginStep>

/** The reason why a plan is refused. */
export const PluginRefusal = Type.Object(
  {
    code: Type.String(),
    message: Type.String(),
    fix: Type.String(),
    plugins: Type.Array(Type.String(), { description: 'The plugins that prevent it' }),
  },
  { additionalProperties: false },
)
export type PluginRefusal = Static<typeof PluginRefusal>

/**
 * The steps that activate, deactivate or reload a plugin, or try it again, in order. A failed step ends the plan. Answered by
 * `POST /api/v1/plugins/{id}/<action>`; with `?dry_run=1` nothing is changed.
 */
export const PluginPlan = Type.Object(
  {
    action: PluginAction,
    plugin: Type.String(),
    dry_run: Type.Boolean(),
    steps: Type.Array(PluginStep),
    refused: Type.Union([Type.Null(), PluginRefusal]),
    plugins: Type.Optional(
      Type.Array(PluginStatus, {
        description: 'The requested plugin and those of the steps, in their state afterwards',
      }),
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
    values: Type.Record(Type.String(), Type.Unknown(), { description: 'The current values, without secrets' }),
    secrets_set: Type.Array(Type.String(), {
      description: 'The names of the secrets that have a value, those below objects with dots: mail.password',
    }),
  },
  { additionalProperties: false },
)
export type PluginSettings = Static<typeof PluginSettings>

/** A folder that discovery examined, and its findings. `GET /api/v1/platform/discovery` lists them all. */
export const DiscoveredFolder = Type.Object(
  {
    directory: Type.String(),
    plugin: Type.Optional(Type.String({ description: 'Its id, if the folder holds one' })),
    accepted: Type.Boolean(),
    diagnostics: Type.Array(Diagnostic),
  },
  { additionalProperties: false },
)
export type DiscoveredFolder = Static<typeof DiscoveredFolder>
