import type { JsonSchema } from '@atrium/sdk/documents'
import { Problem } from '@atrium/sdk/documents'
import type { Operation } from '../registries/index.ts'
import { Components, hoistDefinitions, schemaName } from './components.ts'
import { distinctNames } from './distinct-names.ts'
import { exampleOf } from './example.ts'
import { changesReplaced } from './shown-operation.ts'
import { extendKeywords } from './own-keywords.ts'
import { operationParameters } from './parameters.ts'
import { operationResponses, PROBLEM_HEADERS } from './responses.ts'

export interface OpenApiOptions {
  readonly title: string
  readonly version: string
  readonly description?: string
  /** Only the operations of this owner. Default: all operations. */
  readonly owner?: string
  /** The prefix of the paths, such as `/atrium`. Default: none. */
  readonly basePath?: string | undefined
}

/**
 * Describes operations in OpenAPI 3.1, from their declarations alone, so the description matches the validation. Record schemas are
 * components named `<owner>.<Name>`, by their `title`; permissions and the platform’s own keywords are in `x-atrium-…`.
 */
export function openapi(
  operations: readonly Operation[],
  { title, version, description, owner, basePath = '/' }: OpenApiOptions,
): object {
  const shown = owner === undefined ? operations : operations.filter((operation) => operation.owner === owner)
  const components = new Components()
  const problem = components.ref('Problem', Problem)
  const document = hoistDefinitions({
    openapi: '3.1.0',
    info: { title, version, ...(description !== undefined && { description }) },
    servers: [{ url: basePath }],
    security: [{ bearer: [] }, { session: [] }],
    tags: [...new Set(shown.map(tagOf))].map((name) => ({ name })),
    paths: pathsOf(shown, components),
    components: {
      schemas: components.toJSON(),
      responses: {
        Problem: {
          description: PROBLEM,
          headers: PROBLEM_HEADERS,
          content: { 'application/problem+json': { schema: problem } },
        },
      },
      securitySchemes: SECURITY_SCHEMES,
    },
  })
  return extendKeywords(document)
}

const PROBLEM = 'What went wrong, for people and programs (RFC 9457). `code` is stable.'

const SECURITY_SCHEMES = {
  bearer: { type: 'http', scheme: 'bearer', description: 'An API token.' },
  session: { type: 'apiKey', in: 'cookie', name: 'atrium_session', description: 'A person who has signed in.' },
}

function pathsOf(operations: readonly Operation[], components: Components): Record<string, Record<string, object>> {
  const ids = distinctNames(operations, idOf)
  const paths: Record<string, Record<string, object>> = {}
  for (const operation of operations) {
    const item = (paths[operation.path] ??= {})
    const id = ids.get(operation) ?? operation.name
    const siblings = operations.filter(({ owner }) => owner === operation.owner)
    item[operation.method.toLowerCase()] = describe(operation, { id, siblings, components })
  }
  return paths
}

interface Surroundings {
  readonly id: string
  /** The operations of the same owner. */
  readonly siblings: readonly Operation[]
  readonly components: Components
}

function describe(operation: Operation, { id, siblings, components }: Surroundings): object {
  const { permission, open, declaration } = operation
  const { summary, description } = declaration.options
  const parameters = operationParameters(operation, siblings)
  return {
    operationId: id,
    tags: [tagOf(operation)],
    summary: summary ?? operation.name,
    ...(description !== undefined && { description }),
    ...(open && { security: [] }),
    ...(permission !== undefined && { 'x-atrium-permission': permission }),
    ...(parameters.length > 0 && { parameters }),
    ...requestBody(operation, components),
    responses: operationResponses(operation, components),
  }
}

function requestBody(operation: Operation, components: Components): { requestBody?: object } {
  const { body } = operation.schemas
  const { multipart } = operation.declaration.options
  if (multipart !== undefined)
    return { requestBody: { required: true, content: { [MULTIPART]: { schema: multipart } } } }
  if (body === undefined) return {}
  const name = schemaName(operation, body, 'body')
  const told = withChanges(toldDefaults(body), operation, components)
  const schema = name === undefined ? told : components.ref(name, told)
  const example = exampleOf(body)
  const content = { schema, ...(example !== undefined && { example }) }
  return { requestBody: { required: true, content: { 'application/json': content } } }
}

/** The changes of a bulk route are those of the route for one record. */
function withChanges(body: JsonSchema, operation: Operation, components: Components): JsonSchema {
  const { changes } = (body.properties ?? {}) as Record<string, JsonSchema>
  if (operation.declaration.kind !== 'bulk' || changes?.title === undefined) return body
  const name = schemaName(operation, changes, 'body') ?? ''
  return changesReplaced(body, components.ref(name, changes))
}

const MULTIPART = 'multipart/form-data'

/** The first segments of the operation's permission: `template.items`. */
function tagOf({ owner, declaration }: Operation): string {
  const [, resource] = declaration.path.split('/')
  return resource && !resource.startsWith('{') ? `${owner}.${resource}` : owner
}

/** The name of an operation for programs: `template_list_items` from a summary of the record kit, or else `template_post_items_retire`. */
function idOf({ owner, method, declaration }: Operation): string {
  const { kind, options, path } = declaration
  const words =
    kind === 'plain' || kind === 'bulk' || options.summary === undefined
      ? [method.toLowerCase(), ...path.split('/').filter((segment) => segment && !segment.startsWith('{'))]
      : options.summary
          .toLowerCase()
          .split(' ')
          .filter((word) => word !== 'a' && word !== 'an')
  return [owner, ...words].join('_').replaceAll(/\W/g, '_')
}

/**
 * Moves the defaults of a body's members into their descriptions and makes the members optional, because the host fills them in before it
 * validates. Client generators interpret `default` as a guarantee that the member is always present, and then require it.
 */
function toldDefaults(schema: JsonSchema): JsonSchema {
  const { properties, required } = schema
  if (typeof properties !== 'object' || properties === null) return schema
  const members = Object.entries(properties) as [string, JsonSchema][]
  const told = Object.fromEntries(members.map(([name, member]) => [name, toldDefault(member)]))
  const filledIn = new Set(members.filter(([, member]) => member.default !== undefined).map(([name]) => name))
  const missing = Array.isArray(required) && required.filter((name) => !filledIn.has(name as string))
  return { ...schema, properties: told, ...(missing && { required: missing }) }
}

function toldDefault(member: JsonSchema): JsonSchema {
  const { default: value, ...rest } = toldDefaults(member)
  if (value === undefined) return rest
  const sentence = `Default: ${JSON.stringify(value)}.`
  if (typeof rest.description !== 'string') return { ...rest, description: sentence }
  const told = rest.description.replace(/[^.!?]$/, '$&.')
  return { ...rest, description: `${told} ${sentence}` }
}
