import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import type { Files } from '@atrium/sdk'
import { restore } from '../../../../host/base/backup/index.ts'
import { type Database, openDatabase, type OpenDatabaseOptions } from '../../../../host/base/db/index.ts'
import { createFiles } from '../../../../host/base/files/index.ts'

/** The place and the version of a backup, as the command line gives them. */
export const placeOf = ({ dataDir, url, sqlite }: OpenDatabaseOptions) => ({
  ...{ dataDir, databaseUrl: url, sqlite, s3: undefined, secretKeys: [randomBytes(32)], version: '1.2.3' },
})

/** Restores a backup with a version that has all its migrations. */
export const restoreAs = (place: ReturnType<typeof placeOf>, file: string) =>
  restore({ ...place, file, knownMigrations: ['001-first'] })

/** Documents as a plugin keeps them: rows, each with a file that has the same text. */
export interface Archive {
  readonly database: Database
  readonly files: Files
  /** Adds two documents in one transaction, and returns their number. */
  addTwo(): Promise<void>
  /** Deletes the oldest two, in one transaction, with their files. */
  removeTwo(): Promise<void>
  close(): Promise<void>
}

/** Opens an archive, which is new if the place is. */
export async function openArchive(place: OpenDatabaseOptions): Promise<Archive> {
  const database = await openDatabase(place)
  const { knex } = database
  if (!(await knex.schema.hasTable('archive_documents'))) {
    await knex.schema.createTable('archive_documents', (table) => {
      table.increments('id')
      table.text('name')
      table.text('file_key')
    })
    await knex.schema.createTable('platform_migrations', (table) => void table.string('name').primary())
    await knex('platform_migrations').insert({ name: '001-first' })
  }
  const files = createFiles({ dataDir: place.dataDir, database }).filesFor('archive')
  let count = 0
  return {
    database,
    files,
    addTwo: async () => {
      const names = [`document ${count++}`, `document ${count++}`]
      const stored = await Promise.all(names.map((name) => files.put(name)))
      const rows = names.map((name, at) => ({ name, file_key: stored[at]?.key }))
      await database.transaction((transaction) => transaction('archive_documents').insert(rows))
    },
    removeTwo: () =>
      database.transaction(async (transaction) => {
        const oldest = await transaction('archive_documents').orderBy('id').limit(2).select('id', 'file_key')
        for (const { id, file_key } of oldest as { id: number; file_key: string }[]) {
          await transaction('archive_documents').where({ id }).delete()
          await files.delete(file_key)
        }
      }),
    close: () => database.close(),
  }
}

/** Reads all documents, each from its file. Throws if a file is missing. */
export async function readArchive(place: OpenDatabaseOptions): Promise<{ names: string[]; texts: string[] }> {
  const archive = await openArchive(place)
  try {
    const rows: { name: string; file_key: string }[] = await archive.database.knex('archive_documents').orderBy('id')
    const texts: string[] = []
    for (const { file_key } of rows) texts.push(await text(await archive.files.open(file_key)))
    return { names: rows.map(({ name }) => name), texts }
  } finally {
    await archive.close()
  }
}

/** What lies in a folder, without what a restore kept. */
export const contentOf = async (folder: string) =>
  (await readdir(folder)).filter((name) => !name.startsWith('before-restore')).sort()

/** The path of a backup in the folder. */
export const backupIn = (folder: string, name = 'atrium.backup') => path.join(folder, name)
