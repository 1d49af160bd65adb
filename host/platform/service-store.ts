import {
  array_store,
  etag_of,
  type ListRules,
  type Patch,
  type Page,
  present_caller,
  type RecordId,
  type RecordStore,
  type Static,
  with_etag,
  if_match_holds,
} from '@atrium/sdk'
import {
  describe_table,
  etag_of_view,
  note_change,
  reaches_record,
  record_not_found,
  version_mismatch,
} from '@atrium/sdk/host'
import type { TObject } from 'typebox'
import { type ChangedBy, type Principal, toPrincipal } from '../core/auth/index.ts'

/** A service of `core/auth` that manages its own records. `by` is the present caller. */
export interface RecordService<Row extends object> {
  list(): Promise<readonly Row[]>
  get(id: string): Promise<Row>
  create?(values: Partial<Row>, by: Principal): Promise<Row>
  update?(id: string, patch: Patch<Row>, by: ChangedBy<object>): Promise<Row>
  delete?(id: string, by: ChangedBy<object>): Promise<Row>
}

interface ServiceStoreOptions<Row extends object> extends ListRules<Extract<keyof Row, string>> {
  /** The table behind the service; conditions and field rules of roles refer to its records by this name. */
  readonly table: string
}

interface Versioned {
  readonly id: RecordId
  readonly version?: number
}

/**
 * Makes a store over a service. Lists are filtered in memory, because people and roles are managed by hand and therefore few. Roles apply
 * as for any table, a record's `version` makes its ETag, and changes are recorded for the audit log.
 */
export function serviceStore<Schema extends TObject>(
  schema: Schema,
  service: RecordService<Static<Schema> & object>,
  { table, ...rules }: ServiceStoreOptions<Static<Schema> & object>,
): RecordStore<Static<Schema> & object> {
  type Row = Static<Schema> & object
  const { create, update, delete: remove } = service
  describe_table(table, schema)
  const isReached = (record: object) => {
    const caller = present_caller()
    return caller === undefined || reaches_record(caller, { table, schema, record })
  }
  const present = async () =>
    array_store(
      (await service.list()).filter(isReached).map(present_values),
      schema,
      rules as object,
    ) as RecordStore<Row>
  const get = async (id: RecordId): Promise<Row> => {
    const row = await service.get(String(id))
    if (!isReached(row)) throw record_not_found(id)
    return shown(row)
  }
  const shown = (row: Row): Row => {
    const { id, version } = row as unknown as Versioned
    const values = present_values(row)
    // Some fields are computed, such as the last sign-in, so an equal version does not mean an equal record.
    return with_etag(values, version === undefined ? undefined : etag_of_view(`${id}.${version}`, values))
  }
  const changedBy = (current: Row, if_match: string | undefined): ChangedBy<object> => ({
    by: principal(),
    check: (latest) => {
      const now = shown(latest as Row)
      const tag = etag_of(now) ?? ''
      const isUnchanged = (header: string | undefined) => if_match_holds(header, tag)
      if (!isUnchanged(if_match) || !isUnchanged(`"${etag_of(current) ?? ''}"`)) throw version_mismatch(now)
    },
  })
  const note = (before: Row | undefined, after: Row | undefined) => {
    const { id } = (after ?? before) as unknown as Versioned
    note_change({ ...{ table, id, schema }, ...(before && { before }), ...(after && { after }) })
  }
  return {
    schema,
    rules: array_store([], schema, rules as object).rules,
    transaction: true,
    list: async (query): Promise<Page<Row>> => (await present()).list(query),
    ids: async (query) => (await present()).ids(query),
    get,
    ...(create && {
      create: async (values: Partial<Row>) => {
        const row = shown(await create(values, principal()))
        note(undefined, row)
        return row
      },
    }),
    ...(update && {
      update: async (id, patch, { if_match, check } = {}) => {
        const current = await get(id)
        check?.(merged(current, patch))
        const row = shown(await update(String(id), patch, changedBy(current, if_match)))
        note(current, row)
        return row
      },
    }),
    ...(remove && {
      delete: async (id, { if_match } = {}) => {
        const current = await get(id)
        await remove(String(id), changedBy(current, if_match))
        note(current, undefined)
        return current
      },
    }),
  }
}

const principal = () => toPrincipal(present_caller() as Principal)

/** A record without its empty values and without the version, which its ETag shows. */
function present_values<Row extends object>(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([name, value]) => value !== null && name !== 'version')) as Row
}

const merged = (current: object, patch: object) => present_values({ ...current, ...patch })
