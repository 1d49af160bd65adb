import { Ajv2020 } from 'ajv/dist/2020.js'
import type { ErrorObject, Options, ValidateFunction } from 'ajv/dist/2020.js'
import { ValueScope } from 'ajv/dist/compile/codegen/scope.js'
import addFormats from 'ajv-formats'
import type { HostLogger } from '../../base/log/index.ts'

/**
 * Checks a value; with `coerceTypes` or `useDefaults` it also converts and completes the value in place. Returns
 * undefined for a valid value.
 */
export type Check = (value: unknown) => readonly ErrorObject[] | undefined

/**
 * Makes a compiler for JSON Schema 2020-12. Each schema object is compiled once, on first use, and its check is
 * garbage-collected with it, so the schemas of replaced generations do not pile up. Unknown keywords are logged because
 * they may be misspelt.
 */
export function createCompiler({ log, ...options }: Options & { log: HostLogger }): (schema: object) => Check {
  const ajv = new Ajv2020({ ...STANDING, ...options, validateSchema: false, logger: loggerOf(log) })
  FORMATS(ajv)
  refuseLeapSeconds(ajv)
  ajv.addVocabulary(VOCABULARY)
  const checks = new WeakMap<object, Check>()
  return (schema) => {
    const check = checks.get(schema) ?? toCheck(compileAlone(ajv, schema))
    checks.set(schema, check)
    return check
  }
}

/** Keywords that the platform reads and validation ignores. */
const VOCABULARY = ['currency', 'permission', 'secret']

const FORMATS = addFormats as unknown as (ajv: Ajv2020) => void

/** RFC 3339 allows 23:59:60, but no `Date` can represent it. Handlers can rely on every `date-time` being readable. */
function refuseLeapSeconds(ajv: Ajv2020): void {
  const { validate } = ajv.formats['date-time'] as { validate: (text: string) => boolean }
  ajv.addFormat('date-time', (text) => validate(text) && !Number.isNaN(Date.parse(text)))
}

const STANDING: Options = {
  allErrors: true,
  strict: 'log',
  strictTypes: false,
  strictTuples: false,
  strictRequired: false,
  allowUnionTypes: true,
}

/** Checks schemas for all compilers, because each instance of Ajv would compile the meta-schema again: 50 ms. */
const meta = new Ajv2020({ ...STANDING, logger: false })
FORMATS(meta)

/**
 * Compiles each schema in its own scope and then removes it. Ajv would otherwise keep every schema, reject a second one
 * with the same `$id`, and keep 9 kB per compiled schema in its scope for ever.
 * @throws Error if it is not a JSON Schema
 */
function compileAlone(ajv: Ajv2020, schema: object): ValidateFunction {
  void meta.validateSchema(schema, true)
  allowFormats(ajv, schema)
  const scope = new ValueScope({ ...ajv.scope.opts, scope: {} })
  const alone = Object.create(ajv, { scope: { value: scope } }) as Ajv2020
  try {
    return alone.compile(schema)
  } finally {
    alone.removeSchema(schema)
  }
}

/**
 * Lets formats through that Ajv does not know: those of screens (`rrule`, `translated`) and an author's own. They say what a text means, and
 * refuse no value (JSON Schema 2020-12 validation, section 7.2.1). Ajv would throw.
 */
function allowFormats(ajv: Ajv2020, part: unknown): void {
  if (typeof part !== 'object' || part === null) return
  if ('format' in part && typeof part.format === 'string') allowFormat(ajv, part.format)
  for (const inner of Object.values(part)) allowFormats(ajv, inner)
}

function allowFormat(ajv: Ajv2020, name: string): void {
  if (!Object.hasOwn(ajv.formats, name)) ajv.addFormat(name, true)
}

const toCheck =
  (validate: ValidateFunction): Check =>
  (value) =>
    validate(value) ? undefined : (validate.errors ?? [])

function loggerOf(log: HostLogger): Options['logger'] {
  const warn = (message: unknown) => log.warn(`Schema of an operation: ${String(message)}`)
  return { log: warn, warn, error: warn }
}
