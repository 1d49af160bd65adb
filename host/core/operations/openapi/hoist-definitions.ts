type Node = Readonly<Record<string, unknown>>

/** The component that each name stands for in a part of the document. */
type Names = ReadonlyMap<string, string>

/** A description that has its named schemas already. */
interface Description {
  readonly [member: string]: unknown
  readonly components: { readonly schemas: object; readonly [kind: string]: object }
}

/**
 * Makes components of the definitions that schemas bring along. A schema that refers to itself does so by the `$id` of one of its
 * `$defs`; within a document such a reference would lead to another file. Definitions of one name that differ are numbered.
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

  /** Finds a name of its own for each definition; the same definition keeps the one that it has. */
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
