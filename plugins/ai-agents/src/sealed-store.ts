import {
  etag_of,
  invalid_values,
  type Patch,
  type PluginContext,
  type RecordId,
  type RecordStore,
  with_etag,
  type WritableStore,
} from '@atrium/sdk'

type Context = Pick<PluginContext, 'db' | 'secrets'>

/** A write-only field. Its text is sealed in the column `sealed`; records show the fields `<hint>` and `<set_at>`. */
export interface SealedField {
  readonly table: string
  /** The member that clients write. */
  readonly field: string
  readonly sealed: string
  readonly hint: string
  readonly set_at: string
  /** The hint that the record shows for the text. Default: the last four characters of a long one. */
  readonly hintOf?: (text: string) => string
}

/** The resulting record: with its hints, and with newly written texts. */
export type Given<Row> = { [Field in keyof Row]?: Row[Field] | undefined }

interface SealedStoreOptions<Row extends object> {
  readonly schema: RecordStore<Row>['schema']
  /** The store of everything else. */
  readonly rows: WritableStore<object>
  readonly fields: readonly SealedField[]
  /** @throws ApiError 422 for an invalid record */
  readonly check: (next: Given<Row>, current: Row | undefined) => void
  /** Called in the transaction of the change. */
  readonly changed?: (record: Row, before: Row) => Promise<void>
  /** @throws ApiError 409 for a record that is still in use */
  readonly requireUnused: (record: Row) => Promise<void>
}

/** A store of records with write-only texts. Each has its own column, which no read selects. */
export function sealedStore<Row extends { id: number }>(context: Context, options: SealedStoreOptions<Row>) {
  const { fields, check, changed, requireUnused } = options
  const rows = options.rows as unknown as WritableStore<Row>
  const store: RecordStore<Row> & Required<Pick<RecordStore<Row>, 'create' | 'update' | 'delete'>> = {
    schema: options.schema,
    rules: rows.rules,
    transaction: true,
    list: (query) => rows.list(query),
    ids: (query) => rows.ids(query),
    get: (id) => rows.get(id),
    create: async (values) => {
      check(values, undefined)
      const { texts, rest } = split(values, fields)
      return keep(await rows.create({ ...rest, ...hintsOf(texts) }), texts, context)
    },
    update: async (id, patch, { if_match, check: checkSchema } = {}) => {
      const { texts, rest } = split(patch, fields)
      const current = await rows.get(id)
      const next = merged(current, rest as Patch<Row>)
      checkSchema?.(next)
      check({ ...next, ...given(texts) }, current)
      const record = await rows.update(id, { ...rest, ...hintsOf(texts) }, { if_match })
      await changed?.(record, current)
      return keep(record, texts, context)
    },
    delete: async (id, given) => {
      await requireUnused(await rows.get(id))
      return rows.delete(id, given)
    },
  }
  return store
}

/** The written texts; `null` removes one. */
type Texts = ReadonlyMap<SealedField, string | null>

function split(values: object, fields: readonly SealedField[]): { texts: Texts; rest: object } {
  const written = values as Record<string, string | null | undefined>
  const texts = new Map(
    fields.flatMap((each) => {
      const text = written[each.field]
      return text === undefined ? [] : [[each, text] as const]
    }),
  )
  const names = fields.map(({ field }) => field)
  return { texts, rest: Object.fromEntries(Object.entries(written).filter(([name]) => !names.includes(name))) }
}

/** The texts, without the hints of removed ones. */
const given = (texts: Texts) =>
  Object.fromEntries([...texts].map(([{ field, hint }, text]) => (text === null ? [hint, undefined] : [field, text])))

function merged<Row extends object>(current: Row, values: Patch<Row>): Given<Row> {
  const next = Object.entries({ ...current, ...values }).filter(([, value]) => value !== null && value !== undefined)
  return Object.fromEntries(next) as Given<Row>
}

function hintsOf(texts: Texts): object {
  const members = [...texts].map(([{ hint, set_at, hintOf = maskOf }, text]) =>
    text === null ? { [hint]: null, [set_at]: null } : { [hint]: hintOf(text), [set_at]: new Date().toISOString() },
  )
  return Object.assign({}, ...members) as object
}

/** Shows only the end of a long secret; of a short one, that would reveal too much. */
const maskOf = (secret: string) => `••••${secret.length >= 16 ? secret.slice(-4) : ''}`

/** Seals and stores the texts. Returns a copy with the same ETag. */
async function keep<Row extends { id: number }>(record: Row, texts: Texts, context: Context): Promise<Row> {
  for (const [field, text] of texts) await writeSealed(record.id, { field, text }, context)
  return with_etag({ ...record }, etag_of(record))
}

async function writeSealed(
  id: number,
  { field, text }: { field: SealedField; text: string | null },
  { db, secrets }: Context,
): Promise<void> {
  const sealed = text === null ? null : await secrets.seal(text, placeOf(field, id))
  await db(field.table)
    .where({ id })
    .update({ [field.sealed]: sealed })
}

/** Opens the text of a column that `sealedStore` wrote. */
export async function openSealed(
  field: SealedField,
  { id, sealed }: { id: RecordId; sealed: string | null },
  { secrets }: Pick<Context, 'secrets'>,
): Promise<string | undefined> {
  return sealed === null ? undefined : secrets.open(sealed, placeOf(field, id))
}

const placeOf = ({ table, field }: SealedField, id: RecordId) => `${table}/${id}/${field}`

/** @throws ApiError 422 for a key or token that cannot be sent in an HTTP header */
export function checkSecret(text: string | undefined, field: string): void {
  if (text === undefined || /^[\x21-\x7e]+$/.test(text)) return
  throw invalidField(`/${field}`, 'Enter it without spaces and line breaks')
}

/** @throws ApiError 422 for a text that is not the address of a server, or contains a password */
export function checkAddress(text: string, field: string, { query = false } = {}): void {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  if (url === undefined || !isWeb)
    throw invalidField(`/${field}`, 'Enter an address that begins with https:// or http://')
  const isPlain = url.username === '' && url.password === '' && url.hash === '' && (query || url.search === '')
  if (isPlain) return
  const without = query ? 'a user name, a password and a fragment' : 'a user name, a password, a query and a fragment'
  throw invalidField(`/${field}`, `Enter the address without ${without}`)
}

/** A 422 for one field. */
export const invalidField = (pointer: string, message: string, keyword = 'value') =>
  invalid_values([{ pointer, message, keyword }])
