import { expect } from 'chai'
import { authMigrations } from '../../../host/core/auth/index.ts'
import { migrate, openDatabase } from '../../../host/base/db/index.ts'
import { startTestHost, type TestHost, type TestHostOptions } from '../../../host/testing/index.ts'
import { createTestDirectory } from '../../helpers/test-directory.ts'
import { read } from '../template-host.ts'
import { writeLedger } from './ledger-plugin.ts'
import { writePeople } from './random-people.ts'
import type { RandomPerson, Row } from './reference.ts'

interface Ledger extends Pick<TestHostOptions, 'sqlite' | 'databaseUrl' | 'checkResponses'> {
  readonly people: readonly RandomPerson[]
  readonly entries: readonly Row[]
  readonly notes: readonly Row[]
  /** More doors of the ledger. Default: honest ones. */
  readonly extra?: string
}

const unlimited = (() => undefined) as unknown as NonNullable<TestHostOptions['limitCaller']>

/** Starts another host with both plugins on the same PostgreSQL. */
export async function joinLedger(databaseUrl: string): Promise<TestHost> {
  const plugins = (await writeLedger()).map((plugin) => plugin.directory)
  return startTestHost({ plugins, databaseUrl, limitCaller: unlimited, limitAddress: unlimited })
}

/** Starts a host with both plugins, their records and the people. Nobody is limited in how often they ask. */
export async function startLedger({ people, entries, notes, extra, ...options }: Ledger): Promise<TestHost> {
  const { directory } = await createTestDirectory()
  const { databaseUrl: url, sqlite } = options
  const database = await openDatabase({ dataDir: directory, url, sqlite })
  await migrate({ database, owner: 'platform', migrations: authMigrations })
  await writePeople(database, people)
  await database.close()
  const plugins = (await writeLedger(extra)).map((plugin) => plugin.directory)
  const host = await startTestHost({
    ...{ plugins, dataDir: directory, limitCaller: unlimited, limitAddress: unlimited },
    ...options,
  })
  for (const { id: _, ...entry } of entries) await asOperator(host, 'POST', '/api/v1/ledger/entries', entry)
  // For the histories: values of fields that a record no longer has, and may not have had for everybody.
  for (const { id, memo } of entries.slice(0, 8)) {
    await asOperator(host, 'PATCH', `/api/v1/ledger/entries/${id}`, { memo: `m${id}!` })
    await asOperator(host, 'PATCH', `/api/v1/ledger/entries/${id}`, { memo: memo ?? null })
  }
  for (const { id: _, ...note } of notes) await asOperator(host, 'POST', '/api/v1/desk/notes', note)
  return host
}

/** Sends a request that must succeed, with all permissions. */
export async function asOperator(host: TestHost, method: string, path: string, json?: unknown) {
  const answer = await read<Row>(await host.request(path, { method, ...(json !== undefined && { json }) }))
  expect(answer.status, JSON.stringify(answer.body)).to.be.lessThan(300)
  return answer
}
