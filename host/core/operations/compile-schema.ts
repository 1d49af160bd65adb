import { Ajv2020 } from 'ajv/dist/2020.js'
import type { ErrorObject, Options, ValidateFunction } from 'ajv/dist/2020.js'
import { ValueScope } from 'ajv/dist/compile/codegen/scope.js'
import addFormats from 'ajv-formats'
import type { HostLogger } from '../../base/log/index.ts'

/** Checks a value, and where asked for converts and completes it in place. Undefined where it is valid. */
export type Check = (value: unknown) => readonly ErrorObject[] | undefined

/** Keywords that say something to the platform and nothing about validity. */
const VOCABULARY = ['currency', 'permission', 'secret']

const FORMATS = addFormats as unknown as (ajv: Ajv2020) => void

/**
 * A compiler of JSON Schema 2020-12. Each schema is compiled when first asked for, once per object, and let go of with it, so that
 * the schemas of a replaced generation do not pile up. A keyword that nobody knows is logged: it may be a misspelt one.
 */
export function createCompiler({ log, ...options }: Options & { log: HostLogger }): (schema: object) => Check {
  const ajv = new Ajv2020({ ...STANDING, ...options, logger: loggerOf(log) })
  FORMATS(ajv)
  refuseLeapSeconds(ajv)
  // Tells screens what the text is. Which rules a field takes is up to its plugin.
  ajv.addFormat('rrule', true)
  ajv.addVocabulary(VOCABULARY)
  const checks = new WeakMap<object, Check>()
  return (schema) => {
    const check = checks.get(schema) ?? toCheck(compileAlone(ajv, schema))
    checks.set(schema, check)
    return check
  }
}

/** RFC 3339 has 23:59:60, and no `Date` has it: handlers may count on a `date-time` that they can read. */
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

/**
 * Ajv keeps every schema it has seen, and refuses another with the same `$id`; and its scope keeps what each compiled schema
 * refers to, 9 kB of it, for ever. So each is compiled in a scope of its own, and only as long as it takes.
 */
function compileAlone(ajv: Ajv2020, schema: object): ValidateFunction {
  const scope = new ValueScope({ ...ajv.scope.opts, scope: {} })
  const alone = Object.create(ajv, { scope: { value: scope } }) as Ajv2020
  try {
    return alone.compile(schema)
  } finally {
    alone.removeSchema(schema)
  }
}

const toCheck =
  (validate: ValidateFunction): Check =>
  (value) =>
    validate(value) ? undefined : (validate.errors ?? [])

function loggerOf(log: HostLogger): Options['logger'] {
  const warn = (message: unknown) => log.warn(`A schema of an operation: ${String(message)}`)
  return { log: warn, warn, error: warn }
}
