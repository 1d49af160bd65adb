import { ID_PATTERN } from '@atrium/sdk/documents'

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
export const panelsConfigSchema = {
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
