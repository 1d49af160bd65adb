import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import path from 'node:path'
import { Dashboard, FormDefinition, ModuleManifest, ResourceDefinition } from '@atrium/sdk/documents'
import type { AnySchema, Options, ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { TSchema } from 'typebox'
import { packageDirectory } from '../../../base/config/index.ts'
import { isSchema, type Schema, withSharedParts } from './shared-parts.ts'

/** All kinds of documents. */
const DOCUMENTS: readonly TSchema[] = [ModuleManifest, Dashboard, FormDefinition, ResourceDefinition]

/**
 * Generated code is not optimized: it runs once per load, and optimizing it took five times as long, a fifth of the host's start. The
 * schemas are the SDK's own, so they are not checked by the meta-schema, which would have to be compiled first.
 */
const OPTIONS: Options = {
  strict: false,
  allErrors: true,
  discriminator: true,
  inlineRefs: false,
  validateSchema: false,
  code: { optimize: false },
}

/** Validators by the hash of their schema. */
type Validators = Readonly<Record<string, ValidateFunction | undefined>>

const ajv = new Ajv2020(OPTIONS)
const validators = new Map<TSchema, ValidateFunction>()
const require = createRequire(import.meta.url)
let built: Validators | undefined

/** The script with the validators that the build writes. */
export const BUILT_VALIDATORS = path.join(packageDirectory, 'dist/document-validators.cjs')

/**
 * Returns the validator of a kind of document. The built host has it precompiled, which saves a quarter of its start. A schema that differs
 * from the one of the build is compiled on first use, and so is every schema where the host runs from its sources.
 */
export function validatorOf(schema: TSchema): ValidateFunction {
  built ??= path.extname(import.meta.filename) === '.js' ? (require(BUILT_VALIDATORS) as Validators) : {}
  const validator = validators.get(schema) ?? builtValidator(built, schema) ?? ajv.compile(toAjv(schema))
  validators.set(schema, validator)
  return validator
}

/** Finds the validator of exactly this schema: an SDK that was built later may have another. */
export const builtValidator = (validators: Validators, schema: TSchema) => validators[hashOfSchema(schema)]

/** Writes the code of a script (CommonJS) that exports the validators of all documents. */
export async function validatorScript(): Promise<string> {
  const { default: standalone } = await import('ajv/dist/standalone/index.js')
  const writer = new Ajv2020({ ...OPTIONS, code: { source: true, optimize: true } })
  const hashes = DOCUMENTS.map((schema) => {
    writer.addSchema(toAjv(schema), hashOfSchema(schema))
    return hashOfSchema(schema)
  })
  return standalone.default(writer, Object.fromEntries(hashes.map((hash) => [hash, hash])))
}

/** The schema of a dashboard has 225 kB as JSON. */
const hashes = new WeakMap<TSchema, string>()

export function hashOfSchema(schema: TSchema): string {
  const hash = hashes.get(schema) ?? createHash('sha256').update(JSON.stringify(schema)).digest('hex')
  hashes.set(schema, hash)
  return hash
}

/** The same schema in a form that Ajv compiles to less code and with fewer problems. */
const toAjv = (schema: TSchema): AnySchema => withSharedParts(byKind(schema) as Schema)

/**
 * Turns unions of objects that have a `kind` into discriminated unions. A plain `anyOf` would report the problems of every
 * alternative, although only those of the intended kind matter.
 */
function byKind(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(byKind)
  if (!isSchema(schema)) return schema
  const kinds = alternatives(schema)
  if (kinds.length < 2 || !kinds.every(hasKind)) return byMembers(schema)
  const { anyOf: _, ...rest } = schema
  return { ...byMembers(rest), type: 'object', discriminator: { propertyName: 'kind' }, oneOf: kinds.map(byMembers) }
}

const byMembers = (schema: Schema) =>
  Object.fromEntries(Object.entries(schema).map(([name, member]) => [name, byKind(member)]))

/** The alternatives of a union, nested unions flattened. */
function alternatives(schema: Schema): Schema[] {
  const { anyOf } = schema
  return Array.isArray(anyOf) ? (anyOf as Schema[]).flatMap(alternatives) : [schema]
}

const hasKind = ({ properties }: Schema) =>
  (properties as { kind?: { const?: unknown } } | undefined)?.kind?.const !== undefined
