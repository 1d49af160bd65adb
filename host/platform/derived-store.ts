import { array_store, type ListRules, type RecordStore, type Static } from '@atrium/sdk'
import type { TObject } from 'typebox'

/** Makes a store over rows that are worked out for each request, such as what the registries hold. It is read only. */
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
