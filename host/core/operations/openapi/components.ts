import type { JsonSchema } from '@atrium/sdk/documents'

/** The named schemas of a document. */
export class Components {
  readonly #schemas = new Map<string, { readonly schema: JsonSchema; readonly text: string }>()

  /** A reference to the schema under this name; another schema that wants the same name is numbered. */
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

  /** By name, as the document holds them. */
  toJSON(): Record<string, JsonSchema> {
    const sorted = [...this.#schemas].sort(([one], [other]) => (one < other ? -1 : 1))
    return Object.fromEntries(sorted.map(([name, { schema }]) => [name, schema]))
  }
}
