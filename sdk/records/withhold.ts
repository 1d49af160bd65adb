import type { TSchema } from 'typebox'
import type { Caller } from '../calls/caller.ts'

/** Returns a value without the fields that the caller may not see; the value itself where all of it may be seen. */
export type Withhold = <Value>(value: Value, caller: Caller) => Value

/**
 * Works out what an operation withholds: the fields that its response schema marks with a `permission`. Where the schema says
 * nothing about a member, or there is no schema, a field is withheld if one of the plugin's record schemas marks a field of this
 * name: a handler that returns `{ ...record }` or `{ row: record }` gives nothing away.
 *
 * The schema is read once, here. The result looks into `properties`, `items`, combinations, and `$ref` to `$defs`.
 * @param records the record schemas of the plugin
 */
export function withholder(response: TSchema | undefined, records: readonly TSchema[] = []): Withhold {
  const marks = new Map<string, Set<string>>()
  for (const record of records) readMarks(record, marks)
  const named = new Map([...marks].map(([name, permissions]) => [name, [...permissions]]))
  if (response) readMarks(response, marks)
  const permissions = [...new Set([...marks.values()].flatMap((each) => [...each]))]
  if (permissions.length === 0) return (value) => value
  const shape = new Shape(response ? [{ schema: response as unknown as Json, definitions: {} }] : [])
  return (value, caller) => {
    const denied = permissions.filter((permission) => !caller.can(permission))
    return denied.length === 0 ? value : (without(value, shape, { denied: new Set(denied), named }) as typeof value)
  }
}

/** The same for a single schema, which is read once: `withhold(schema, record, caller)`. */
export const withhold = <Value>(schema: TSchema, value: Value, caller: Caller): Value => {
  const known = withholders.get(schema) ?? withholder(schema)
  withholders.set(schema, known)
  return known(value, caller)
}

const withholders = new WeakMap<TSchema, Withhold>()

interface Rules {
  /** Permissions that the caller does not hold. */
  readonly denied: ReadonlySet<string>
  /** Permissions by the name of a field, for what no schema describes. */
  readonly named: ReadonlyMap<string, readonly string[]>
}

function without(value: unknown, shape: Shape, rules: Rules): unknown {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value
  if ('toJSON' in value && typeof value.toJSON === 'function') return withoutInJson(value, shape, rules)
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => without(item, shape.item, rules))
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  let copy: Record<string, unknown> | undefined
  for (const [name, member] of Object.entries(value) as [string, unknown][]) {
    const field = shape.field(name)
    const isWithheld =
      isDenied(field?.permissions, rules) || (!field?.isNamed && isDenied(rules.named.get(name), rules))
    const visible = isWithheld ? undefined : without(member, field?.shape ?? UNKNOWN, rules)
    if (visible === member && !isWithheld) continue
    copy ??= { ...value }
    if (isWithheld) delete copy[name]
    else copy[name] = visible
  }
  return copy ?? value
}

const isDenied = (permissions: readonly string[] = [], { denied }: Rules) =>
  permissions.some((permission) => denied.has(permission))

/** Dates and the like are written as what `toJSON` returns. */
function withoutInJson(value: object, shape: Shape, rules: Rules): unknown {
  const json = (value as { toJSON(): unknown }).toJSON()
  if (typeof json !== 'object' || json === null) return value
  const visible = without(json, shape, rules)
  return visible === json ? value : visible
}

type Json = Readonly<Record<string, unknown>>

/** A schema and the `$defs` that it can refer to. */
interface Scoped {
  readonly schema: Json
  readonly definitions: Json
}

interface Field {
  readonly permissions: readonly string[]
  readonly shape: Shape
  /** False where `additionalProperties` or `patternProperties` describe the member: they say nothing about its name. */
  readonly isNamed: boolean
}

/** What some schemas together say about the members of a value. A member that one of them marks is marked. */
class Shape {
  readonly #branches: readonly Scoped[]
  readonly #fields = new Map<string, Field | undefined>()
  #others: Field | undefined | null = null
  #item: Shape | undefined

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

const UNKNOWN = new Shape([])

function fieldOf(schemas: readonly Scoped[], { isNamed }: Pick<Field, 'isNamed'>): Field {
  const permissions = branchesOf(schemas).flatMap(({ schema }) =>
    typeof schema.permission === 'string' ? [schema.permission] : [],
  )
  return { permissions, shape: new Shape(schemas), isNamed }
}

const COMBINED = ['anyOf', 'oneOf', 'allOf', 'then', 'else'] as const

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

const isSchema = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Stands for the names that `additionalProperties` describes; no field is called so. */
const ANY_NAME = '*'

/** Collects which names a schema marks with a permission, at any depth. */
function readMarks(root: TSchema, marks: Map<string, Set<string>>): void {
  const seen = new Set<unknown>()
  const visit = (value: unknown, name?: string) => {
    if (Array.isArray(value)) return value.forEach((each) => visit(each, name))
    if (!isSchema(value) || seen.has(value)) return
    seen.add(value)
    if (name !== undefined && typeof value.permission === 'string') {
      marks.set(name, (marks.get(name) ?? new Set()).add(value.permission))
    }
    for (const keyword of ['properties', 'patternProperties', '$defs']) {
      for (const [member, schema] of Object.entries((value[keyword] as Json | undefined) ?? {})) visit(schema, member)
    }
    for (const keyword of COMBINED) visit(value[keyword], name)
    for (const keyword of ['items', 'prefixItems']) visit(value[keyword])
    visit(value.additionalProperties, ANY_NAME)
  }
  visit(root)
}
