import { type Knex, page, type RecordStore, table_store, type WritableStore } from '@atrium/sdk'
import { Import, shownImport, StoredImport } from './import.ts'

const RULES = { sort: ['created_at'], filter: ['status', 'created_at'] } as const

/** All imports, the last of which people look at while it runs. */
export const importTable = (db: Knex): WritableStore<StoredImport> =>
  table_store(db, 'clients_imports', StoredImport, RULES)

/** The same for reading. */
export function importList(imports: WritableStore<StoredImport>): RecordStore<Import> {
  const { rules, table } = imports
  return {
    schema: Import,
    rules,
    ...(table && { table }),
    list: async (query) => {
      const { rows, total } = await imports.list(query)
      return page(rows.map(shownImport), total)
    },
    ids: (query) => imports.ids(query),
    get: async (id) => shownImport(await imports.get(id)),
  }
}
