import type { RecordStore } from '@atrium/sdk'

/** The read methods of a store: `routes.records` then mounts only GET routes. */
export const readOnly = <Row extends object>(store: RecordStore<Row>): RecordStore<Row> => ({
  schema: store.schema,
  rules: store.rules,
  ...(store.table && { table: store.table }),
  list: (query) => store.list(query),
  ids: (query) => store.ids(query),
  get: (id) => store.get(id),
})
