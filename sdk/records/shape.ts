import { tables_of, tables_of_field } from './field-access.ts'

/** A schema as plain JSON. */
export type Json = Readonly<Record<string, unknown>>

/** A schema and the `$defs` that it can refer to. */
interface Scoped {
  readonly schema: Json
  readonly definitions: Json
}

/** What schemas say about one member of an object. */
export interface Field {
  readonly permissions: readonly string[]
  readonly shape: Shape
  /** The tables whose record schema has this very field. */
  readonly tables: readonly string[]
  /** False where `additionalProperties` or `patternProperties` describe the member: they say nothing about its name. */
  readonly isNamed: boolean
}

/** What some schemas together say about the members of a value. A member that one of them marks is marked. */
export class Shape {
  readonly #branches: readonly Scoped[]
  readonly #fields = new Map<string, Field | undefined>()
  #others: Field | undefined | null = null
  #item: Shape | undefined
  /** Looked up again while there are none, because stores may be made later. */
  #tables: readonly string[] = []

  constructor(schemas: readonly Scoped[]) {
    this.#branches = branchesOf(schemas)
    for (const { schema } of this.#branches) {
      for (const name of Object.keys((schema.properties as Json | undefined) ?? {})) this.#fields.set(name, undefined)
    }
  }

  /** Undefined where the schemas do not describe the member. */
  field(name: string): Field | undefined {
    if (!this.#fields.has(name)) return this.#other()
    const field = this.#fields.get(name) ?? fieldOf(this.#within('properties', name), { isNamed: true })
    this.#fields.set(name, field)
    return field
  }

  /** The tables whose record this is. */
  get tables(): readonly string[] {
    if (this.#tables.length === 0)
      this.#tables = this.#branches.flatMap(({ schema }) => tables_of(schema).map(({ table }) => table))
    return this.#tables
  }

  /** The items of an array; those of a tuple together. */
  get item(): Shape {
    this.#item ??= new Shape([...this.#within('items'), ...this.#within('prefixItems')])
    return this.#item
  }

  #other(): Field | undefined {
    if (this.#others === null) {
      const others = [...this.#within('patternProperties', '*'), ...this.#within('additionalProperties')]
      this.#others = others.length === 0 ? undefined : fieldOf(others, { isNamed: false })
    }
    return this.#others
  }

  /** The schemas below a keyword, in all branches; `name` picks one of its members, `*` takes every one. */
  #within(keyword: string, name?: string): Scoped[] {
    return this.#branches.flatMap(({ schema, definitions }) => {
      const held = schema[keyword]
      const found = name === undefined ? held : name === '*' ? Object.values(held ?? {}) : (held as Json)?.[name]
      return [found].flat().flatMap((each) => (isSchema(each) ? [{ schema: each, definitions }] : []))
    })
  }
}

/** The shape of what no schema describes. */
export const UNKNOWN = new Shape([])

function fieldOf(schemas: readonly Scoped[], { isNamed }: Pick<Field, 'isNamed'>): Field {
  const permissions = branchesOf(schemas).flatMap(({ schema }) =>
    typeof schema.permission === 'string' ? [schema.permission] : [],
  )
  return {
    permissions,
    shape: new Shape(schemas),
    isNamed,
    get tables() {
      return schemas.flatMap(({ schema }) => tables_of_field(schema).map(({ table }) => table))
    },
  }
}

/** Keywords whose schemas describe the same value. */
export const COMBINED = ['anyOf', 'oneOf', 'allOf', 'then', 'else'] as const

/** The schemas themselves and all that they combine or refer to. */
function branchesOf(schemas: readonly Scoped[]): readonly Scoped[] {
  const seen = new Map<Json, Scoped>()
  const visit = ({ schema, definitions: outer }: Scoped) => {
    if (seen.has(schema)) return
    const definitions = { ...outer, ...(schema.$defs as Json | undefined) }
    seen.set(schema, { schema, definitions })
    const referred = typeof schema.$ref === 'string' ? definitions[schema.$ref.replace(/^#\/\$defs\//, '')] : undefined
    for (const each of [referred, ...COMBINED.flatMap((keyword) => schema[keyword])]) {
      if (isSchema(each)) visit({ schema: each, definitions })
    }
  }
  schemas.forEach(visit)
  return [...seen.values()]
}

/** Whether a value is a schema with keywords. */
export const isSchema = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
