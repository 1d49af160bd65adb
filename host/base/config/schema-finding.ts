import { nearest_name } from '@atrium/sdk'
import { ID_PATTERN } from '@atrium/sdk/documents'
import { pointer_to } from '@atrium/sdk/host'
import type { ErrorObject } from 'ajv'

/** A problem at one place of a JSON file, and its fix. */
export interface Finding {
  /** RFC 6901; empty for the whole file. */
  readonly pointer: string
  readonly message: string
  readonly fix: string
}

type Describe = (error: ErrorObject) => Omit<Finding, 'pointer'>

const DESCRIBE: Readonly<Record<string, Describe>> = {
  additionalProperties: ({ params, parentSchema }) =>
    describeUnknown(params as { additionalProperty: string }, parentSchema),
  required: ({ params }) => ({
    message: `The member [${(params as { missingProperty: string }).missingProperty}] is missing.`,
    fix: 'Add it.',
  }),
  pattern: ({ data, propertyName, params }) =>
    (params as { pattern: string }).pattern === ID_PATTERN
      ? {
          message: `[${propertyName ?? String(data)}] is not an id.`,
          fix: 'Use lower-case letters, digits and dashes, beginning with a letter.',
        }
      : {
          message: `[${String(data)}] is not the address of an identity provider.`,
          fix: 'Write an address that begins with https://. Only localhost may have http://.',
        },
  not: ({ data }) => ({
    message: `The id [${String(data)}] is reserved for paths of the host.`,
    fix: 'Choose another id.',
  }),
  type: ({ params }) => ({
    message: `This value is not of type ${(params as { type: string }).type}.`,
    fix: `Write ${(params as { type: string }).type === 'object' ? 'an object in {}' : `a value of type ${(params as { type: string }).type}`} here.`,
  }),
}

/** Describes one validation error. Its validator must run with ajv's `verbose` option. */
export function schemaFinding(error: ErrorObject): Finding {
  const describe = DESCRIBE[error.keyword] ?? describeAny
  return { pointer: pointerOf(error), ...describe(error) }
}

const describeAny: Describe = ({ message }) => ({ message: `This value ${message}.`, fix: 'Correct it.' })

function describeUnknown(
  { additionalProperty }: { additionalProperty: string },
  schema?: object,
): Omit<Finding, 'pointer'> {
  const described: { properties?: object } | undefined = schema
  const known = Object.keys(described?.properties ?? {})
  const near = nearest_name(additionalProperty, known)
  return {
    message: `The member [${additionalProperty}] is not allowed here.`,
    fix: near ? `Did you mean [${near}]?` : `Remove it. Allowed members: ${known.join(', ')}.`,
  }
}

/** Points at an unknown member itself; ajv points at the object around it. */
function pointerOf({ instancePath, keyword, params, propertyName }: ErrorObject): string {
  const name =
    keyword === 'additionalProperties' ? (params as { additionalProperty: string }).additionalProperty : propertyName
  return name === undefined ? instancePath : `${instancePath}${pointer_to(name)}`
}
