import { createRequire } from 'node:module'
import path from 'node:path'
import { ID_PATTERN } from '@atrium/sdk/documents'
import type { Options, ValidateFunction } from 'ajv'
import type Ajv from 'ajv/dist/2020.js'
import { latePackage } from '../lifetime/index.ts'
import { packageDirectory } from './directories.ts'
import type { Finding } from './schema-finding.ts'
import { schemaFinding } from './schema-finding.ts'

/** Ids that no panel may have: a panel's id is the first segment of its screens' paths, and the host uses these (ARCHITECTURE: Words). */
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

const text = { type: 'string', minLength: 1 }

/** An identity provider. Its address must be https, except on this machine. */
const provider = {
  type: 'object',
  required: ['title', 'issuer', 'client_id'],
  additionalProperties: false,
  properties: {
    title: text,
    issuer: { type: 'string', pattern: '^(https://|http://(localhost|127\\.0\\.0\\.1)(:|/|$))' },
    client_id: text,
    scopes: { type: 'array', items: text },
    create: { type: 'boolean' },
    second_factor: { type: 'boolean' },
    roles: {
      type: 'object',
      required: ['claim', 'map'],
      additionalProperties: false,
      properties: {
        claim: text,
        map: { type: 'object', additionalProperties: { type: 'array', items: text } },
      },
    },
  },
}

/** The JSON Schema (2020-12) of `panels.config.json`. `checkPanelsConfig` also checks that ids are unique. */
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
    sign_in: {
      type: 'object',
      additionalProperties: false,
      properties: {
        providers: { type: 'object', propertyNames: { pattern: ID_PATTERN }, additionalProperties: provider },
      },
    },
  },
}

const ajv = latePackage<typeof Ajv>('ajv/dist/2020.js')
const OPTIONS: Options = { allErrors: true, verbose: true, validateSchema: false }
let validate: ValidateFunction | undefined

/** The script with the validator that the build writes. */
export const BUILT_CONFIG_VALIDATOR = path.join(packageDirectory, 'dist/config-validator.cjs')

/**
 * The built host has the validator precompiled. When running from its sources, the host compiles it at the first check of a configuration:
 * 20 to 70 ms.
 */
function validator(): ValidateFunction {
  const isBuilt = path.extname(import.meta.filename) === '.js'
  validate ??= isBuilt
    ? (createRequire(import.meta.url)(BUILT_CONFIG_VALIDATOR) as ValidateFunction)
    : new (ajv().Ajv2020)(OPTIONS).compile(panelsConfigSchema)
  return validate
}

/** Writes the code of a script (CommonJS) that exports the validator. */
export async function configValidatorScript(): Promise<string> {
  const { default: standalone } = await import('ajv/dist/standalone/index.js')
  const writer = new (ajv().Ajv2020)({ ...OPTIONS, code: { source: true } })
  return standalone.default(writer, writer.compile(panelsConfigSchema))
}

/** Returns everything that is wrong with a configuration; empty if it is valid. */
export function checkPanelsConfig(value: unknown): Finding[] {
  // ajv reports a wrong member name twice; the error inside `propertyNames` gives the reason.
  const validate = validator()
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
      message: `The id [${id}] is already used at ${pointer(first)}.`,
      fix: 'Remove one of them or give it another id.',
    }
  })
}

/** A panel as listed in `panels.config.json`. */
export interface PanelConfig {
  readonly id: string
  readonly title: string
  readonly icon?: string
  /** Default: its position in the file times 10. */
  readonly sort: number
  /** Default true. */
  readonly enabled: boolean
}

/** `panels.config.json` with its defaults filled in (ARCHITECTURE: Running). */
export interface PanelsConfig {
  readonly panels: readonly PanelConfig[]
  readonly plugins: {
    /** Ids of the plugins that the host activates when it first finds them. */
    readonly active: readonly string[]
    /** Initial settings by plugin id. They apply until an operator changes them. */
    readonly settings: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  }
  /** Identity providers by id. The secret of `company` is the variable `ATRIUM_OIDC_COMPANY_SECRET`. */
  readonly sign_in: { readonly providers: Readonly<Record<string, ProviderConfig>> }
}

/** An identity provider (OpenID Connect). */
export interface ProviderConfig {
  /** The label of the button on the sign-in page. */
  readonly title: string
  /** Its address, below which `/.well-known/openid-configuration` is read. */
  readonly issuer: string
  readonly client_id: string
  /** In addition to `openid email profile`. */
  readonly scopes?: readonly string[]
  /** Creates unknown people whose e-mail is verified. Default false. */
  readonly create?: boolean
  /** Whether the provider asks everybody for a second factor. Default false. */
  readonly second_factor?: boolean
  /** Roles by the value of a claim. A role in this map is revoked when the claim no longer has its value. */
  readonly roles?: { readonly claim: string; readonly map: Readonly<Record<string, readonly string[]>> }
}
