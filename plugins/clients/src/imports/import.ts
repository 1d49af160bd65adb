import type { Static, Knex, RecordStore, WritableStore } from '@atrium/sdk'
import { entity_tag_of, Type, with_entity_tag, page, table_store } from '@atrium/sdk'

/** What is sent to import clients, as multipart/form-data. */
export const ImportUpload = Type.Object(
  {
    file: Type.String({ format: 'binary', description: 'CSV in UTF-8' }),
    dry_run: Type.Boolean({ default: false, description: 'Everything is tried, and nothing kept' }),
    mapping: Type.Optional(
      Type.String({ maxLength: 20_000, description: 'JSON, column → field. Default: by the names of the columns' }),
    ),
  },
  { title: 'ImportUpload' },
)

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

const READ_ONLY = { readOnly: true } as const

/** What is wrong with a cell, or a row, of a CSV file. */
export const ImportError = Type.Object({
  line: Type.Integer({ description: 'In the file, counted from 1; of a row of several lines the last' }),
  column: Type.Optional(Type.String()),
  message: Type.String(),
})
export type ImportError = Static<typeof ImportError>

/** The errors that are kept; the rest is counted only. */
export const MOST_ERRORS = 200

/** A CSV file on its way into clients. */
export const Import = Type.Object(
  {
    id: Type.Integer(READ_ONLY),
    name: Type.String({ maxLength: 200, ...READ_ONLY }),
    status: Type.Enum(['waiting', 'running', 'done', 'failed'], READ_ONLY),
    dry_run: Type.Boolean({ ...READ_ONLY, description: 'Everything is tried, and nothing kept' }),
    separator: Type.Enum([',', ';', '\t'], READ_ONLY),
    mapping: Type.Record(Type.String(), Type.String(), { ...READ_ONLY, description: 'Column → field of a client' }),
    rows_total: Type.Optional(Type.Integer({ ...READ_ONLY, description: 'Known once the file was read through' })),
    rows_done: Type.Integer(READ_ONLY),
    rows_created: Type.Integer({ ...READ_ONLY, description: 'In a dry run: that would have been' }),
    rows_failed: Type.Integer(READ_ONLY),
    errors: Type.Array(ImportError, { ...READ_ONLY, description: `The first ${MOST_ERRORS}` }),
    problem: Type.Optional(Type.String({ ...READ_ONLY, description: 'Why it went no further' })),
    created_at: Type.String({ format: 'date-time', ...READ_ONLY }),
    finished_at: Type.Optional(Type.String({ format: 'date-time', ...READ_ONLY })),
  },
  { title: 'Import' },
)
export type Import = Static<typeof Import>

/** As it is kept: with the key of the file, which is deleted when it is through. */
export const StoredImport = Type.Object({ ...Import.properties, file_key: Type.String(READ_ONLY) })
export type StoredImport = Static<typeof StoredImport>

/** What others are shown, with its ETag. */
export function shownImport(stored: StoredImport): Import {
  const { file_key: _, ...rest } = stored
  const tag = entity_tag_of(stored)
  return tag === undefined ? rest : with_entity_tag(rest, tag)
}
