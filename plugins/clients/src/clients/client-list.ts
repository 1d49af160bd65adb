import {
  answer,
  type ListFilter,
  type ListQuery,
  type Operand,
  type PluginContext,
  type WritableStore,
  wrap_store,
} from '@atrium/sdk'
import type { Settings } from '../settings.ts'
import type { Client } from './client.ts'
import { nationalDigits, phoneParser } from './contacts.ts'
import { findDuplicates } from './find-duplicates.ts'

/**
 * The clients as the API shows them. A list leaves archived clients out unless it filters by `archived` or asks for records by `id`; e-mail addresses and
 * phone numbers are found in any spelling. Creating one client names its possible duplicates in a header; creating many does not.
 */
export function clientList(table: WritableStore<Client>, { db, settings }: PluginContext<Settings>) {
  const adapted = async (query: ListQuery) =>
    withPhoneSearch(await withStoredContacts(withoutArchived(query), settings), settings)
  const { delete: _delete, ...offered } = wrap_store(table, {
    list: async (query) => table.list(await adapted(query)),
    ids: async (query) => table.ids(await adapted(query)),
    create_many: (values) => table.create_many(values),
    create: async (values) => {
      const client = await table.create(values)
      const duplicates = await findDuplicates(db, client)
      if (duplicates.length === 0) return client
      return answer(client, { headers: { 'x-possible-duplicates': duplicates.map(({ id }) => id).join(',') } })
    },
  })
  return offered
}

function withoutArchived(query: ListQuery): ListQuery {
  const asksForThem = ({ field, comparison }: ListFilter) =>
    field === 'archived' || (field === 'id' && comparison === 'eq')
  if (query.filters.some(asksForThem)) return query
  return { ...query, filters: [...query.filters, { field: 'archived', comparison: 'eq', values: [false] }] }
}

/** Filters by e-mail address and phone number compare with the normalized form in which they are stored. */
async function withStoredContacts(query: ListQuery, { country }: Settings): Promise<ListQuery> {
  const parsePhone = query.filters.some(({ field }) => field === 'phone') ? await phoneParser(country) : undefined
  const stored = (field: string, value: Operand) => {
    if (field === 'email') return String(value).toLowerCase()
    return field === 'phone' ? (parsePhone?.(String(value)) ?? value) : value
  }
  const filters = query.filters.map((filter) => {
    const isWhole = filter.comparison === 'eq' || filter.comparison === 'ne'
    return isWhole ? { ...filter, values: filter.values.map((value) => stored(filter.field, value)) } : filter
  })
  return { ...query, filters }
}

/** A search text that is a whole phone number is searched in its stored form. Without a country code, it may be a number of any country. */
async function withPhoneSearch(query: ListQuery, { country }: Settings): Promise<ListQuery> {
  const { search = '' } = query
  if (!/^\(?[+0][\d\s()/.-]{4,}$/.test(search)) return query
  const number = (await phoneParser(country))(search)
  if (number === undefined) return query
  return { ...query, search: /^\(?(?:\+|00)/.test(search) ? number : await nationalDigits(number) }
}
