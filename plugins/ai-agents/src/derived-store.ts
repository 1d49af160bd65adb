import { array_store, type ListRules, type RecordStore, type Static, type Type } from '@atrium/sdk'

/** Makes a read-only store over rows that are computed for each request. */
export function derivedStore<Schema extends Type.TObject>(
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
