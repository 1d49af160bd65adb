import { ID_PATTERN } from '@atrium/sdk/documents'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Finding } from './schema-finding.ts'
import { schemaFinding } from './schema-finding.ts'

/** Panels are the first segment of a screen's path; these are the host's own (design section 1). */
export const RESERVED_PANEL_IDS = [
  'api',
  'docs',
  'assets',
  'sign-in',
  'platform',
  'livez',
  'readyz',
  'metrics',
] as const

const id = { type: 'string', pattern: ID_PATTERN, maxLength: 120 }

const panel = {
  type: 'object',
  required: ['id', 'title'],
  additionalProperties: false,
  properties: {
    id: { ...id, not: { enum: RESERVED_PANEL_IDS } },
    title: { type: 'string', minLength: 1 },
    icon: { type: 'string', minLength: 1 },
    sort: { type: 'integer' },
    enabled: { type: 'boolean' },
  },
}

/** What `panels.config.json` may hold, as JSON Schema 2020-12; that ids are unique is checked beside it. */
const panelsConfigSchema = {
  type: 'object',
  required: ['panels'],
  additionalProperties: false,
  properties: {
    panels: { type: 'array', items: panel },
    plugins: {
      type: 'object',
      additionalProperties: false,
      properties: {
        active: { type: 'array', items: id },
        settings: { type: 'object', propertyNames: { pattern: ID_PATTERN }, additionalProperties: { type: 'object' } },
      },
    },
  },
}

const validate = new Ajv2020({ allErrors: true, verbose: true }).compile(panelsConfigSchema)

/** Everything that is wrong with a configuration at once; empty if nothing is. */
export function checkPanelsConfig(value: unknown): Finding[] {
  // That a name of a member is wrong is told by the keyword within `propertyNames`, which says why.
  if (!validate(value))
    return (validate.errors ?? []).filter(({ keyword }) => keyword !== 'propertyNames').map(schemaFinding)
  const { panels, plugins } = value as { panels: { id: string }[]; plugins?: { active?: string[] } }
  return [
    ...repeated(
      panels.map(({ id }) => id),
      (index) => `/panels/${index}/id`,
    ),
    ...repeated(plugins?.active ?? [], (index) => `/plugins/active/${index}`),
  ]
}

function repeated(ids: readonly string[], pointer: (index: number) => string): Finding[] {
  return ids.flatMap((id, index) => {
    const first = ids.indexOf(id)
    if (first === index) return []
    return {
      pointer: pointer(index),
      message: `The id [${id}] is taken already, at ${pointer(first)}.`,
      fix: 'Remove one of them or give it another id.',
    }
  })
}

/** A panel that may be materialized, as `panels.config.json` lists it. */
export interface PanelConfig {
  readonly id: string
  readonly title: string
  readonly icon?: string
  /** Default: the place in the file, 10 apart. */
  readonly sort: number
  /** Default true. */
  readonly enabled: boolean
}

/** `panels.config.json` with its defaults filled in (design section 6). */
export interface PanelsConfig {
  readonly panels: readonly PanelConfig[]
  readonly plugins: {
    /** Ids of the plugins that are active on first sight. */
    readonly active: readonly string[]
    /** Settings of plugins by their ids, until an operator changes them. */
    readonly settings: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  }
}
