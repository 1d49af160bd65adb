import {
  type ListQuery,
  type Operand,
  type PluginContext,
  type RecordStore,
  with_headers,
  type WritableStore,
} from '@atrium/sdk'
import type { Settings } from '../settings.ts'
import type { Client } from './client.ts'
import { findDuplicates } from './find-duplicates.ts'
import { parsePhone } from './contacts.ts'

/**
 * Clients as routes show them: archived ones only to who asks for them, by `archived` or by id; an address or a phone number
 * is found however it is written; a new client names those that it may be the same as, unless it is made with many others.
 */
export function clientList(
  table: WritableStore<Client>,
  { db, settings }: PluginContext<Settings>,
): Omit<Required<RecordStore<Client>>, 'delete'> {
  const asked = (query: ListQuery) => withPhone(withContacts(withoutArchived(query), settings), settings)
  return {
    schema: table.schema,
    rules: table.rules,
    table: table.table as NonNullable<typeof table.table>,
    list: (query) => table.list(asked(query)),
    ids: (query) => table.ids(asked(query)),
    get: (id) => table.get(id),
    update: (id, patch, options) => table.update(id, patch, options),
    create_many: (values) => table.create_many(values),
    create: async (values) => {
      const client = await table.create(values)
      const duplicates = await findDuplicates(db, client)
      if (duplicates.length === 0) return client
      return with_headers(client, { 'x-possible-duplicates': duplicates.map(({ id }) => id).join(',') })
    },
  }
}

function withoutArchived(query: ListQuery): ListQuery {
  if (query.filters.some(({ field }) => field === 'archived' || field === 'id')) return query
  return { ...query, filters: [...query.filters, { field: 'archived', comparison: 'eq', values: [false] }] }
}

/** Whoever looks for an address or a number means it as it is kept, however it is written. */
function withContacts(query: ListQuery, { country }: Settings): ListQuery {
  const kept = (field: string, value: Operand) => {
    if (field === 'email') return String(value).toLowerCase()
    return field === 'phone' ? (parsePhone(String(value), country) ?? value) : value
  }
  const filters = query.filters.map((filter) => {
    const isWhole = filter.comparison === 'eq' || filter.comparison === 'ne'
    return isWhole ? { ...filter, values: filter.values.map((value) => kept(filter.field, value)) } : filter
  })
  return { ...query, filters }
}

function withPhone(query: ListQuery, { country }: Settings): ListQuery {
  const { search = '' } = query
  const number = /^[+0][\d\s()/.-]{4,}$/.test(search) ? parsePhone(search, country) : undefined
  return number === undefined ? query : { ...query, search: number }
}
