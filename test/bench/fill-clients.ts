import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Knex } from 'knex'
import { openDatabase } from '../../host/base/db/index.ts'
import { startAtrium } from './start-atrium.ts'

/** The clients that `atrium seed` invents at its largest scale. */
const SCALE = 10
const INVENTED = 20_000

const COPIED = ['kind', 'display_name', 'given_name', 'family_name', 'birth_date', 'company_name', 'language', 'owner']
const KEPT = [
  'tags',
  'contact_points',
  'addresses',
  'notes',
  'archived',
  'archived_at',
  'archive_reason',
  'created_at',
  'updated_at',
]

/**
 * Returns a data directory with this many clients: 20,000 of `atrium seed`, and copies of them with e-mail addresses and phone numbers of
 * their own. It is removed at the end of the process.
 */
export async function fillClients(count: number, url?: string): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'atrium-clients-'))
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))
  await seed(dataDir, url)
  const database = await openDatabase({ dataDir, ...(url !== undefined && { url }) })
  try {
    for (let copy = 1; copy < count / INVENTED; copy += 1) await copyClients(database.knex, copy)
    await database.knex.raw(url === undefined ? 'analyze clients_clients' : 'vacuum analyze clients_clients')
  } finally {
    await database.close()
  }
  return dataDir
}

async function seed(dataDir: string, url?: string): Promise<void> {
  await using atrium = await startAtrium({ dataDir, env: url === undefined ? {} : { DATABASE_URL: url } })
  await atrium.request('/api/v1/plugins/clients/seed', { scale: SCALE, in_production: true })
}

async function copyClients(knex: Knex, copy: number): Promise<void> {
  const columns = [...COPIED, ...KEPT].join(', ')
  await knex.raw(
    `insert into clients_clients (${columns}, email, phone, version)
     select ${columns}, replace(email, '@', '.${copy}@'),
       substr(phone, 1, 4) || cast((id * 7919 + ${copy * 104_729}) % 90000000 + 10000000 as varchar), version
     from clients_clients where id <= ${INVENTED}`,
  )
}
