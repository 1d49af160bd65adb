import { createRequire } from 'node:module'
import path from 'node:path'
import { SuggestedRoles } from '@atrium/sdk/documents'
import type { AnySchemaObject, Options, ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { packageDirectory } from '../../base/config/index.ts'

const META_SCHEMA = 'https://json-schema.org/draft/2020-12/schema'
const OPTIONS: Options = { strict: false, allErrors: true }

/** The validators that the build writes. The text is the roles schema that they were compiled from. */
export interface ManifestValidators {
  readonly roles: ValidateFunction
  readonly meta: ValidateFunction
  readonly rolesSchema: string
}

const require = createRequire(import.meta.url)
const validators: { built?: Partial<ManifestValidators>; ajv?: Ajv2020 } = {}

/** The script with the validators that the build writes. */
export const BUILT_MANIFEST_VALIDATORS = path.join(packageDirectory, 'dist/manifest-validators.cjs')

/**
 * The validator of the roles that a plugin suggests. The built host has it precompiled. Where the host runs from its sources, or with a
 * later SDK that has another schema, it is compiled on first use, together with the meta-schema: 80 ms.
 */
export function rolesValidator(): ValidateFunction {
  const { roles, rolesSchema } = built()
  return roles && rolesSchema === JSON.stringify(SuggestedRoles) ? roles : compiler().compile(SuggestedRoles)
}

/**
 * The validator of the schema of a plugin's settings: the meta-schema of JSON Schema 2020-12, unless the schema names another.
 * @throws Error if the named meta-schema is not known
 */
export function settingsSchemaValidator({ $schema = META_SCHEMA }: AnySchemaObject): ValidateFunction {
  const { meta } = built()
  if (meta && $schema === META_SCHEMA) return meta
  const validator = compiler().getSchema(String($schema))
  if (!validator) throw new Error(`no schema with key or ref "${String($schema)}"`)
  return validator
}

/** Writes the code of a script (CommonJS) that exports the ready validators. */
export async function manifestValidatorScript(): Promise<string> {
  const { default: standalone } = await import('ajv/dist/standalone/index.js')
  const writer = new Ajv2020({ ...OPTIONS, code: { source: true } })
  writer.addSchema(SuggestedRoles, 'roles')
  const script = standalone.default(writer, { roles: 'roles', meta: META_SCHEMA })
  return `${script};exports.rolesSchema=${JSON.stringify(JSON.stringify(SuggestedRoles))}`
}

const built = () => (validators.built ??= isBuilt ? (require(BUILT_MANIFEST_VALIDATORS) as ManifestValidators) : {})

/** Whether this file is part of the build. */
const isBuilt = path.extname(import.meta.filename) === '.js'

/** One for all plugins, because it compiles the meta-schema on first use. */
const compiler = () => (validators.ajv ??= new Ajv2020(OPTIONS))
