import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { TObject } from 'typebox'
import { type Attempt, attempt_each } from '../calls/attempt.ts'
import { Answer, answer, type Page } from '../calls/results.ts'
import { DeclarationError } from '../declaration/declaration-error.ts'
import { require_options } from '../declaration/require.ts'
import type { ListQuery } from '../lists/list-query.ts'
import { require_list_rules } from '../lists/list-rules.ts'
import { LARGEST_PAGE } from '../lists/parse-paging.ts'
import { record_not_found, require_record_id } from './record-id.ts'
import type { OwnMethods, Reading, Wrapped } from './own-methods.ts'
import type { ChangeOptions, Patch, RecordId, RecordOf, RecordStore } from './record-store.ts'
import { initial_values, merged_values, touched } from './record-values.ts'
import { type RowCodec, row_codec } from './row-codec.ts'
import { etag_of, if_match_holds, version_mismatch, with_etag } from './versions.ts'

const NAMES: Record<keyof OwnMethods<object>, true> = {
  rules: true,
  transaction: true,
  list: true,
  ids: true,
  get: true,
  create: true,
  create_many: true,
  update: true,
  replace: true,
  delete: true,
}

/**
 * Makes a store around another one, in which some methods are the author's own, or one that is entirely the author's own, for example
 * over an external API. Either keeps the promises of the record kit: 404 for unknown ids, ETags, `If-Match`, defaults, merged and checked
 * changes. A record without an ETag gets a hash of its content.
 *
 *     const clients = wrap_store(table, { list: (query) => table.list(adapted(query)) })
 *     const parcels = wrap_store(Parcel, { list, get, create, replace })
 */
export function wrap_store<Row extends object, Store extends RecordStore<Row>, Name extends keyof OwnMethods<Row>>(
  store: Store & RecordStore<Row>,
  own: { [Each in Name]: OwnMethods<Row>[Each] },
): Wrapped<Row, keyof Store | Name>
export function wrap_store<Schema extends TObject, Name extends keyof OwnMethods<RecordOf<Schema>>>(
  schema: Schema,
  own: { [Each in Name]: OwnMethods<RecordOf<Schema>>[Each] } & Reading<RecordOf<Schema>>,
): Wrapped<RecordOf<Schema>, Name>
export function wrap_store(around: RecordStore<object> | TObject, own: OwnMethods<object>): RecordStore<object> {
  require_options('[wrap_store(…)]', own, Object.keys(NAMES))
  return new Wrapping('list' in around ? around : notYetAStore(around, own), own).store()
}

/** The start of a store that is entirely the author's own. */
function notYetAStore(schema: TObject, own: OwnMethods<object>): RecordStore<object> {
  const missing = (['list', 'get'] as const).find((name) => typeof own[name] !== 'function')
  if (missing === undefined) return { schema, rules: require_list_rules(schema, {}) } as unknown as RecordStore<object>
  throw new DeclarationError('argument_invalid', `[wrap_store(schema, …)] has no [${missing}].`, {
    fix: 'A store of your own needs `list` and `get`. To replace methods of another store, pass that store instead of the schema.',
  })
}

/** A record as it is now, and whether its store gave it an ETag. */
interface Current<Row> {
  readonly record: Row
  readonly isTagged: boolean
}

class Wrapping<Row extends object> {
  readonly #inner: RecordStore<Row>
  readonly #own: OwnMethods<Row>
  readonly #schema: TObject
  readonly #codec: RowCodec<Row>
  /** The last change of each record that is under way. */
  readonly #changing = new Map<string, Promise<unknown>>()

  constructor(inner: RecordStore<Row>, own: OwnMethods<Row>) {
    this.#inner = inner
    this.#own = own
    this.#schema = inner.schema
    this.#codec = row_codec<Row>(inner.schema)
  }

  /** A plain object, because routes are mounted for the methods that a store has. */
  store(): RecordStore<Row> {
    const inner = this.#inner
    const { list, get, rules, transaction = inner.transaction } = this.#own
    return {
      schema: this.#schema,
      rules: rules ? require_list_rules(this.#schema, rules) : inner.rules,
      ...(inner.table && { table: inner.table }),
      ...(transaction !== undefined && { transaction }),
      list: list ? (query) => list(query) : (query) => inner.list(query),
      ids: this.#ids(),
      get: get ? async (id) => (await this.#find(id)).record : (id) => inner.get(id),
      ...this.#creating(),
      ...this.#updating(),
      ...this.#deleting(),
    }
  }

  #ids(): RecordStore<Row>['ids'] {
    const { ids, list } = this.#own
    if (ids) return (query) => ids(query)
    return list ? (query) => idsOf(query, list) : (query) => this.#inner.ids(query)
  }

  #creating(): Pick<RecordStore<Row>, 'create' | 'create_many'> {
    const { create = this.#inner.create?.bind(this.#inner), create_many } = this.#own
    if (!create) return {}
    const isOwn = this.#own.create !== undefined
    const one = isOwn ? (values: Partial<Row>) => this.#create(create, values) : create
    const many = create_many ?? (isOwn ? eachWith(one) : this.#inner.create_many?.bind(this.#inner))
    return { create: one, ...(many && { create_many: many }) }
  }

  async #create(create: NonNullable<RecordStore<Row>['create']>, values: Partial<Row>): Promise<Row | Answer<Row>> {
    const made = await create(this.#asKept(initial_values(this.#schema, values)))
    return made instanceof Answer ? answer(tagged(made.value, 'create'), made) : tagged(made, 'create')
  }

  #updating(): Pick<RecordStore<Row>, 'update'> {
    const { get, replace, update = this.#inner.update?.bind(this.#inner) } = this.#own
    if (replace)
      return {
        update: (id, patch, options) => this.#inTurn(id, () => this.#replace(replace, { id, patch, ...options })),
      }
    if (!update) return {}
    if (get === undefined && this.#own.update === undefined) return { update }
    const change = async (id: RecordId, patch: Patch<Row>, options: ChangeOptions) =>
      tagged(await update(require_record_id(this.#schema, id), patch, options), 'update')
    const changeIf = async (id: RecordId, patch: Patch<Row>, options: ChangeOptions) =>
      change(id, patch, (await this.#condition(id, options)).options)
    return {
      update: (id, patch, options = {}) =>
        options.if_match === undefined
          ? change(id, patch, options)
          : this.#inTurn(id, () => changeIf(id, patch, options)),
    }
  }

  async #replace(
    replace: NonNullable<OwnMethods<Row>['replace']>,
    { id, patch, check, ...options }: ChangeOptions & { id: RecordId; patch: Patch<Row> },
  ): Promise<Row> {
    const { record } = await this.#condition(id, options)
    const merged = this.#asKept(merged_values(this.#schema, record, patch))
    check?.(merged)
    if (isDeepStrictEqual({ ...merged }, { ...record })) return record
    return tagged(await replace({ ...merged, ...touched(this.#schema) }, record), 'replace')
  }

  #deleting(): Pick<RecordStore<Row>, 'delete'> {
    const { get, delete: remove = this.#inner.delete?.bind(this.#inner) } = this.#own
    if (!remove) return {}
    if (get === undefined && this.#own.delete === undefined) return { delete: this.#inner.delete?.bind(this.#inner) }
    return {
      delete: (id, given = {}) =>
        this.#inTurn(id, async () => {
          const { record, options } = await this.#condition(id, given)
          const removed = await remove(require_record_id(this.#schema, id), options)
          return is_nothing(removed) ? record : tagged(removed as Row, 'delete')
        }),
    }
  }

  /**
   * Lets the changes of one record follow each other, because another system may not compare and change in one step. Waits for at most 5 s,
   * so that a change that hangs does not keep the record for ever.
   */
  async #inTurn<Result>(id: RecordId, change: () => Promise<Result>): Promise<Result> {
    const key = String(id)
    const before = this.#changing.get(key)
    const turn = (before === undefined ? change() : settledWithin(before, PATIENCE).then(change)).finally(() => {
      if (this.#changing.get(key) === turn) this.#changing.delete(key)
    })
    this.#changing.set(key, turn)
    return turn
  }

  /**
   * Reads a record and compares `If-Match` with it. The options that it returns are for the method that makes the change, which knows
   * nothing of an ETag that was made here.
   * @throws ApiError 404 `record_not_found`, 412 `version_mismatch`
   */
  async #condition(id: RecordId, options: ChangeOptions): Promise<{ record: Row; options: ChangeOptions }> {
    const { record, isTagged } = await this.#find(id)
    if (!if_match_holds(options.if_match, etag_of(record) ?? '')) throw version_mismatch(record)
    return { record, options: isTagged ? options : { ...options, if_match: undefined } }
  }

  /** @throws ApiError 404 `record_not_found` */
  async #find(id: RecordId): Promise<Current<Row>> {
    const key = require_record_id(this.#schema, id)
    const record = (await (this.#own.get ? this.#own.get(key) : this.#inner.get(key))) ?? undefined
    if (record === undefined) throw record_not_found(id)
    return { record: tagged(record, 'get'), isTagged: etag_of(record) !== undefined }
  }

  /** A copy as a table would return it: times in UTC, nothing undefined. */
  #asKept(record: object): Row {
    return this.#codec.to_record(this.#codec.to_row(record))
  }
}

/** Milliseconds that a change waits for the one before. */
const PATIENCE = 5_000

/** Resolves when the work has ended, however it did, or when the time is over. */
async function settledWithin(work: Promise<unknown>, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise((resolve) => (timer = setTimeout(resolve, milliseconds)))
  await Promise.race([work.catch(() => undefined), late])
  clearTimeout(timer)
}

/** The ids of all pages of a list. */
async function idsOf<Row extends object>(
  query: ListQuery,
  list: (query: ListQuery) => Promise<Page<Row>>,
): Promise<readonly RecordId[]> {
  const ids: RecordId[] = []
  for (let offset = 0; ; offset += LARGEST_PAGE) {
    const { rows, total } = await list({ ...query, offset, limit: LARGEST_PAGE })
    for (const row of rows) ids.push((row as { id: RecordId }).id)
    if (rows.length === 0 || offset + LARGEST_PAGE >= total) return ids
  }
}

const eachWith =
  <Row extends object>(create: (values: Partial<Row>) => Promise<Row | Answer<Row>>) =>
  (values: readonly Partial<Row>[]): Promise<readonly Attempt<Row>[]> =>
    attempt_each(values, async (each) => {
      const made = await create(each)
      return made instanceof Answer ? made.value : made
    })

/** Another system may answer null, and authors in JavaScript have no compiler. */
const is_nothing = (record: unknown): boolean => (record ?? undefined) === undefined

/** The record with an ETag: its own, or a hash of its content. A copy, because the store may keep the record and change it later. */
function tagged<Row extends object>(record: Row, method: keyof OwnMethods<Row>): Row {
  if (is_nothing(record)) throw new TypeError(`[${method}] of [wrap_store(…)] returned nothing. Return the record.`)
  if (etag_of(record) !== undefined) return record
  return with_etag({ ...record }, hash('sha256', JSON.stringify(record), 'base64url').slice(0, 22))
}
