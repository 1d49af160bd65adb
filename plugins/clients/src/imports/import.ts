import {
  etag_of,
  type Knex,
  page,
  type RecordStore,
  type Static,
  table_store,
  Type,
  with_etag,
  type WritableStore,
} from '@atrium/sdk'

const READ_ONLY = { readOnly: true } as const

/** A problem of a cell or a row of a CSV file. */
export const ImportError = Type.Object({
  line: Type.Integer({ description: 'Counted from 1; for a row of several lines, the last one' }),
  column: Type.Optional(Type.String()),
  message: Type.String(),
})
export type ImportError = Static<typeof ImportError>

/** The most errors that an import stores. Further errors are only counted. */
export const MOST_ERRORS = 200

/** A mistake in a list of mistakes. */
export const NumberedError = Type.Object(
  { id: Type.Integer(READ_ONLY), ...ImportError.properties },
  { title: 'Failed line' },
)

/** An import of clients from a CSV file, with its progress. */
export const Import = Type.Object(
  {
    id: Type.Integer(READ_ONLY),
    name: Type.String({ maxLength: 200, ...READ_ONLY }),
    status: Type.Enum(['waiting', 'running', 'done', 'failed', 'cancelled'], READ_ONLY),
    dry_run: Type.Boolean({ ...READ_ONLY, description: 'Every row is checked, but nothing is saved' }),
    separator: Type.Enum([',', ';', '\t'], READ_ONLY),
    mapping: Type.Record(Type.String(), Type.String(), { ...READ_ONLY, description: 'Column → field of a client' }),
    rows_total: Type.Optional(Type.Integer({ ...READ_ONLY, description: 'Known once the whole file has been read' })),
    rows_done: Type.Integer(READ_ONLY),
    rows_created: Type.Integer({
      ...READ_ONLY,
      description: 'Clients created; in a dry run, clients that would have been created',
    }),
    rows_failed: Type.Integer(READ_ONLY),
    errors: Type.Array(ImportError, { ...READ_ONLY, description: `The first ${MOST_ERRORS}` }),
    problem: Type.Optional(Type.String({ ...READ_ONLY, description: 'Why the import failed' })),
    created_at: Type.String({ format: 'date-time', ...READ_ONLY }),
    finished_at: Type.Optional(Type.String({ format: 'date-time', ...READ_ONLY })),
    outcome: Type.Optional(Type.String({ ...READ_ONLY, description: 'Once it has ended: what it came to, in words' })),
  },
  { title: 'Import' },
)
export type Import = Static<typeof Import>

/** The form that starts an import, sent as multipart/form-data. */
export const ImportUpload = Type.Object(
  {
    file: Type.String({ format: 'binary', description: 'CSV in UTF-8' }),
    dry_run: Type.Boolean({ default: false, description: 'Check every row, but save nothing' }),
    mapping: Type.Optional(
      Type.String({ maxLength: 20_000, description: 'JSON, column → field. Default: columns are matched by name' }),
    ),
  },
  { title: 'ImportUpload' },
)

/** An import as it is stored. The key of its file and the account that started it never leave the plugin. */
export const StoredImport = Type.Object({
  ...Import.properties,
  file_key: Type.String(READ_ONLY),
  account: Type.Optional(Type.String(READ_ONLY)),
})
export type StoredImport = Static<typeof StoredImport>

/** Whether an import has ended. */
export const isOver = ({ status }: Pick<Import, 'status'>): boolean => status !== 'waiting' && status !== 'running'

/** The public part of a stored import, with its ETag. */
export function shownImport(stored: StoredImport): Import {
  const { file_key: _, account: __, ...rest } = stored
  return with_etag(rest, etag_of(stored))
}

const RULES = { sort: ['created_at'], filter: ['status', 'created_at'] } as const

/** The table of imports. */
export const importTable = (db: Knex): WritableStore<StoredImport> =>
  table_store(db, 'clients_imports', StoredImport, RULES)

/** The imports as the API shows them, read-only. */
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
