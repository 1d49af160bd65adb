import { array_store, type ListRules, type RecordStore, type Static } from '@atrium/sdk'
import type { TObject } from 'typebox'

/** Makes a read-only store over rows that are computed for each request, for example from the registries. */
export function derivedStore<Schema extends TObject>(
  schema: Schema,
  rules: ListRules<Extract<keyof Static<Schema>, string>>,
  read: () => Promise<readonly Static<Schema>[]>,
): RecordStore<Static<Schema> & object> {
  const present = async () => array_store(await read(), schema, rules)
  return {
    schema,
    rules,
    list: async (query) => (await present()).list(query),
    ids: async (query) => (await present()).ids(query),
    get: async (id) => (await present()).get(id),
  }
}
