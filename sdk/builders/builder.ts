import { DeclarationError } from '../declaration/declaration-error.ts'
import { shown_argument } from '../declaration/require.ts'
import { type Origin, origin_of } from '../declaration/origin.ts'

/**
 * The base of all builders: a shell around a draft. Each method changes the draft and returns the builder, so that calls can be chained.
 * The draft is private: authors never see it, and only the SDK and the host read it, with `draft_of`.
 */
export abstract class Builder<Draft extends object> {
  readonly #draft: Draft

  constructor(draft: Draft) {
    this.#draft = draft
    refuseAssignments(Object.getPrototypeOf(this) as object)
    Object.preventExtensions(this)
  }

  /** Reads the draft of a builder. */
  static draft_of<Draft extends object>(builder: Builder<Draft>): Draft {
    return builder.#draft
  }

  protected set(values: Partial<Draft>): this {
    Object.assign(this.#draft, values)
    const origins = originsOf.get(this.#draft) ?? new Map<string, Origin>()
    originsOf.set(this.#draft, origins)
    for (const member of Object.keys(values)) {
      if (WHOLE.has(member) && origins.has(member)) throw calledTwice(member)
      origins.set(member, origin_of(this.set))
    }
    return this
  }
}

/** What a second call of the method of this name would replace as a whole, although the author meant both. */
const WHOLE: ReadonlySet<string> = new Set([
  ...['columns', 'filters', 'actions', 'create'],
  ...['record', 'table', 'form', 'infolist', 'fields', 'entries'],
])

const calledTwice = (method: string) =>
  new DeclarationError('argument_invalid', `[${method}(…)] is called twice. The second call would replace the first.`, {
    fix: 'Put both into one call, or remove one.',
  })

const guarded = new WeakSet<object>([Object.prototype])

/** Makes `resource.title = 'Vans'` throw: it would replace the method and declare nothing. */
function refuseAssignments(prototype: object): void {
  if (guarded.has(prototype)) return
  guarded.add(prototype)
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    if (name === 'constructor' || typeof value !== 'function') continue
    const set = (given: unknown) => {
      throw assigned(name, given)
    }
    Object.defineProperty(prototype, name, { configurable: true, get: () => value as unknown, set })
  }
  refuseAssignments(Object.getPrototypeOf(prototype) as object)
}

const assigned = (name: string, given: unknown) =>
  new DeclarationError(
    'argument_invalid',
    `[${name} = ${shown_argument(given)}] declares nothing: [${name}] is a method.`,
    {
      fix: `Call it: [${name}(${shown_argument(given)})].`,
    },
  )

const originsOf = new WeakMap<object, Map<string, Origin>>()

/** Where the author set a member of a draft. Undefined if it has its default. */
export const member_origin = <Draft extends object>(draft: Draft, member: keyof Draft & string): Origin | undefined =>
  originsOf.get(draft)?.get(member)

/** The draft of a builder, as declared so far. */
export const draft_of = <Draft extends object>(builder: Builder<Draft>): Draft => Builder.draft_of(builder)

/**
 * The drafts of several builders, in order.
 * @param method the author's method that takes the builders, for messages: `columns`
 * @throws DeclarationError `argument_invalid` if they are not builders: authors in JavaScript have no compiler
 */
export function drafts_of<Draft extends object>(method: string, builders: readonly Builder<Draft>[]): Draft[] {
  const fix = `Return the builders in an array, as in [${EXAMPLES[method] ?? `${method}((each) => [each.text('name')])`}].`
  if (!Array.isArray(builders)) {
    throw new DeclarationError(
      'argument_invalid',
      `[${method}(…)] requires an array, but it gets [${shown_argument(builders) || 'nothing'}].`,
      { fix },
    )
  }
  return (builders as readonly Builder<Draft>[]).map((builder) => {
    if (builder instanceof Builder) return draft_of(builder)
    throw new DeclarationError(
      'argument_invalid',
      `[${method}(…)] gets [${shown_argument(builder)}], which no builder made.`,
      { fix },
    )
  })
}

interface Named {
  readonly origin: Origin
  readonly kind: string
  /** Its field. Actions have an id instead. */
  readonly name?: string
  readonly id?: string
}

const name_of = ({ name, id = '' }: Named) => name ?? id

/** What must differ if one field may be shown, or one action offered, in several ways. */
export const kind_and_name = (draft: Named): string => `${draft.kind} ${name_of(draft)}`

/**
 * Returns the drafts, or throws `argument_invalid` at the second of two that are the same.
 * @param key what must differ. Default: the name
 */
export function once_each<Draft extends Named>(
  what: string,
  drafts: readonly Draft[],
  key: (draft: Draft) => string = name_of,
): Draft[] {
  const keys = drafts.map(key)
  const again = drafts.find((_, at) => keys.indexOf(keys[at]!) !== at)
  if (again === undefined) return [...drafts]
  throw refused_at(again.origin, `The ${what} [${name_of(again)}] is declared twice.`, {
    fix: 'Remove one of them, or correct its name.',
  })
}

/** An `argument_invalid` at the line of a draft that was made earlier. */
export function refused_at({ stack }: Origin, message: string, options: { fix: string }): DeclarationError {
  const error = new DeclarationError('argument_invalid', message, options)
  const frames = stack?.split('\n').slice(1) ?? []
  if (frames.length > 0) error.stack = [`${error.name}: ${message}`, ...frames].join('\n')
  return error
}

const EXAMPLES: Readonly<Record<string, string>> = {
  columns: "columns((column) => [column.text('name')])",
  filters: "filters((filter) => [filter.select('status')])",
  actions: "actions((action) => [action.row('retire').post('/items/{id}/retire')])",
  fields: "fields((field) => [field.text('name')])",
  entries: "entries((entry) => [entry.text('name')])",
  stats: "stats('/figures', (stat) => [stat.number('active')])",
  section: "section('Address', [field.text('street')])",
  grid: "grid(2, [field.text('street'), field.text('city')])",
}
