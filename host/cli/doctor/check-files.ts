import { stat } from 'node:fs/promises'
import path from 'node:path'
import { listTableColumns, listTables, tablePrefix, type TableSource } from '../../base/db/index.ts'
import { listPluginFiles } from '../../base/files/index.ts'
import { error, type Finding, warning } from './finding.ts'

/** The name that plugins use for columns with file keys. */
const FILE_KEY = /(?:^|_)file_key$/

/** Milliseconds. The row of a younger file may not be written yet. */
const YOUNG = 24 * 60 * 60_000

/** Compares the files in the data directory with the columns `file_key` of all tables. Plugins without such a column are left out. */
export async function checkFiles(source: TableSource, dataDir: string): Promise<Finding[]> {
  const tables = await listTables(source)
  const keysIn = await readKeys(source, tables)
  const stored = await listStored(path.join(dataDir, 'files'))
  const known = new Set([...keysIn.values()].flatMap((keys) => [...keys]))
  const findings: Finding[] = []
  for (const [column, keys] of keysIn) {
    const missing = [...keys].filter((key) => !stored.has(key))
    if (missing.length > 0)
      findings.push(
        error('file_missing', {
          message: `[${missing.length}] rows of [${column}] have no file, for example [${missing[0]}].`,
          fix: 'Copy the files from a backup (tar -xf), or delete the rows.',
        }),
      )
  }
  const hasKeys = (plugin: string) => [...keysIn.keys()].some((column) => column.startsWith(tablePrefix(plugin)))
  const orphans = [...stored].filter(([key, { plugin, isYoung }]) => !known.has(key) && !isYoung && hasKeys(plugin))
  for (const plugin of new Set(orphans.map(([, file]) => file.plugin))) {
    const count = orphans.filter(([, file]) => file.plugin === plugin).length
    const message = `No row refers to [${count}] files of the plugin [${plugin}]. They only take up space.`
    findings.push(
      warning('file_orphan', { message, fix: 'Nothing to do: plugins that sweep their files remove them.' }),
    )
  }
  return findings
}

/** The keys by `table.column`. */
async function readKeys(source: TableSource, tables: readonly string[]): Promise<Map<string, Set<string>>> {
  const found = new Map<string, Set<string>>()
  for (const [table, columns] of await listTableColumns(source, tables))
    for (const column of [...columns.keys()].filter((name) => FILE_KEY.test(name))) {
      const keys = await source.reader(table).whereNotNull(column).distinct(column).pluck<string[]>(column)
      found.set(`${table}.${column}`, new Set(keys))
    }
  return found
}

interface StoredFile {
  readonly plugin: string
  readonly isYoung: boolean
}

async function listStored(directory: string): Promise<Map<string, StoredFile>> {
  const stored = new Map<string, StoredFile>()
  for await (const { name, path: file } of listPluginFiles(directory)) {
    const [plugin = '', , key = ''] = name.split('/')
    const found = await stat(file).catch(() => undefined)
    stored.set(key, { plugin, isYoung: found === undefined || found.mtimeMs > Date.now() - YOUNG })
  }
  return stored
}
