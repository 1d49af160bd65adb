import type { JsonSchema } from '@atrium/sdk/documents'
import type { Operation } from '../registries/index.ts'
import { lastParameter } from '../operations/index.ts'

const SUFFIX: Readonly<Record<string, string>> = {
  create: 'Create',
  replace: 'Replace',
  update: 'Patch',
  bulk: 'Request',
}

/** The name of a schema: its title, or in the record kit the name of one record; undefined for other schemas. */
export function schemaName(operation: Operation, schema: object, part: 'body' | 'record'): string | undefined {
  const { owner, declaration } = operation
  const { title } = schema as { title?: string }
  if (title !== undefined) return `${owner}.${pascalCase(title)}`
  if (declaration.kind === 'plain') return undefined
  if (declaration.kind === 'bulk') return part === 'record' ? 'BulkResult' : changesName(operation, schema)
  const suffix = part === 'body' ? (SUFFIX[declaration.kind] ?? '') : ''
  return `${owner}.${recordName(operation)}${suffix}`
}

type Titled = Readonly<Record<string, { readonly title?: string } | undefined>>

/** `shop.ItemPatch` → `shop.ItemPatchMany`, for the body of a bulk route with changes, or with a body for each record. */
function changesName({ owner }: Operation, schema: object): string | undefined {
  const { body, changes = body } = (schema as { properties?: Titled }).properties ?? {}
  if (changes === undefined) return 'BulkRequest'
  return changes.title === undefined ? undefined : `${owner}.${pascalCase(changes.title)}Many`
}

/** `/document-types/{id}` → `DocumentTypes`, `/items/{item_id}` → `Items`: records without a title are named after their list. */
function recordName({ path }: Operation): string {
  const list = lastParameter(path) === undefined ? path : path.slice(0, path.lastIndexOf('/{'))
  return pascalCase(list.slice(list.lastIndexOf('/') + 1))
}

function pascalCase(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter(Boolean)
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

/** The named schemas of a document. */
export class Components {
  readonly #schemas = new Map<string, { readonly schema: JsonSchema; readonly text: string }>()

  /** Returns a reference to the schema by this name. A different schema with the same name gets a number. */
  ref(name: string, schema: object): JsonSchema {
    const plain = JSON.parse(JSON.stringify(schema)) as JsonSchema
    const text = JSON.stringify(plain)
    for (let number = 1; ; number++) {
      const key = number === 1 ? name : `${name}${number}`
      const known = this.#schemas.get(key)
      if (known === undefined) this.#schemas.set(key, { schema: plain, text })
      if (known === undefined || known.text === text) return { $ref: `#/components/schemas/${key}` }
    }
  }

  /** The schemas by name, as in the document. */
  toJSON(): Record<string, JsonSchema> {
    const sorted = [...this.#schemas].sort(([one], [other]) => (one < other ? -1 : 1))
    return Object.fromEntries(sorted.map(([name, { schema }]) => [name, schema]))
  }
}

type Node = Readonly<Record<string, unknown>>

/** The component of each name in a part of the document. */
type Names = ReadonlyMap<string, string>

/** A description together with its named schemas. */
interface Description {
  readonly [member: string]: unknown
  readonly components: { readonly schemas: object; readonly [kind: string]: object }
}

/**
 * Turns the `$defs` of schemas into components. A schema refers to itself by the `$id` of one of its `$defs`; in a document such a
 * reference would point to another file. Different definitions with the same name are numbered.
 */
export function hoistDefinitions(document: Description): object {
  const hoisted = new Map<string, { readonly text: string; readonly schema: unknown }>()

  function visit(value: unknown, names: Names): unknown {
    if (Array.isArray(value)) return value.map((each) => visit(each, names))
    if (!isNode(value)) return value
    const { $defs, ...rest } = value
    const known = isNode($defs) ? new Map([...names, ...claim($defs)]) : names
    const members = Object.entries(rest).map(([name, member]) => [name, referred(name, member, known)])
    if (isNode($defs)) define($defs, known)
    return Object.fromEntries(members)
  }

  function referred(name: string, member: unknown, names: Names): unknown {
    const key = name === '$ref' && typeof member === 'string' ? names.get(member) : undefined
    return key === undefined ? visit(member, names) : `#/components/schemas/${key}`
  }

  /** Gives each definition a unique name. A definition that has a name keeps it. */
  function claim(definitions: Node): Names {
    return new Map(Object.entries(definitions).map(([name, schema]) => [name, keyFor(name, JSON.stringify(schema))]))
  }

  function keyFor(name: string, text: string): string {
    for (let number = 1; ; number++) {
      const key = number === 1 ? name : `${name}${number}`
      if (key in document.components.schemas) continue
      const taken = hoisted.get(key)
      if (taken === undefined) hoisted.set(key, { text, schema: undefined })
      if (taken === undefined || taken.text === text) return key
    }
  }

  function define(definitions: Node, names: Names): void {
    for (const [name, definition] of Object.entries(definitions)) {
      const key = names.get(name) ?? name
      const { text, schema } = hoisted.get(key) ?? { text: '', schema: undefined }
      if (schema !== undefined) continue
      const { $id: _, ...plain } = definition as Node
      hoisted.set(key, { text, schema: visit(plain, names) })
    }
  }

  const { components, ...rest } = visit(document, new Map()) as Description
  const schemas = Object.fromEntries([...hoisted].map(([key, { schema }]) => [key, schema]))
  return { ...rest, components: { ...components, schemas: { ...components.schemas, ...schemas } } }
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null
