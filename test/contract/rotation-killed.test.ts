import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import createKnex, { type Knex } from 'knex'
import { openDatabase } from '../../host/base/db/index.ts'
import { KeyRing } from '../../host/base/secrets/index.ts'
import { buildPackages } from '../../host/launch/build-packages.mjs'
import { root } from '../../host/launch/root.mjs'
import { startChildHost } from '../helpers/child-host.ts'
import { findFreePort } from '../helpers/find-free-port.ts'
import { createTestDirectory } from '../helpers/test-directory.ts'

const ROWS = 3_000
const KILLS = 2
const TOKEN = 'a-token-for-tests-that-may-do-everything'
const [OLD, NEW] = [randomBytes(32), randomBytes(32)]

const placeOf = (id: number) => ({ plugin: 'crm', place: `crm_accounts/${id}/settings` })

describe('A host that is killed while it rotates the key of secrets', function () {
  this.timeout(180_000)
  before('build it', () => buildPackages(root))

  it('loses no secret: each opens with the old key or the new one, and the next run finishes it', async () => {
    const { directory, remove } = await createTestDirectory()
    const file = await fill(directory)
    const reader = createKnex({ client: 'sqlite3', connection: { filename: file }, useNullAsDefault: true })
    try {
      let left = ROWS
      for (let kills = 0; kills < KILLS; kills++) {
        const { host, rotated } = await startRotating(directory)
        const before = left
        while ((left = await sealedWithOld(reader)) >= before) await pause(1)
        await host.kill()
        expect(await rotated, 'it was killed before it was done').to.equal(undefined)
        left = await sealedWithOld(reader)
        expect(left).to.be.within(1, before - 1)
        await expectAll(reader, new KeyRing(NEW, [OLD]))
      }
      const { host, rotated } = await startRotating(directory)
      expect(await rotated).to.deep.equal({ resealed: left, left: [], former_keys: 1 })
      await host.kill()
      await expectAll(reader, new KeyRing(NEW))
    } finally {
      await reader.destroy()
      await remove()
    }
  })
})

/** Makes the table of a plugin whose secrets the old key has sealed. Returns the file of the database. */
async function fill(dataDir: string): Promise<string> {
  const database = await openDatabase({ dataDir })
  await database.knex.schema.createTable('crm_accounts', (table) => {
    table.integer('id').primary()
    table.text('settings')
  })
  const ring = new KeyRing(OLD)
  const rows = Array.from({ length: ROWS }, (_, at) => ({ id: at, settings: ring.seal(`secret ${at}`, placeOf(at)) }))
  await database.knex.batchInsert('crm_accounts', rows, 100)
  await database.close()
  return path.join(dataDir, 'atrium.sqlite')
}

/** Starts a host with the new key in front of the old one, and what `atrium secrets rotate` sends. */
async function startRotating(dataDir: string) {
  const port = await findFreePort()
  const keys = [NEW, OLD].map((key) => key.toString('base64')).join(',')
  const own = { PORT: String(port), ATRIUM_DATA_DIR: dataDir, ATRIUM_ADMIN_TOKEN: TOKEN, ATRIUM_SECRET_KEY: keys }
  const host = await startChildHost(own)
  const headers = { authorization: `Bearer ${TOKEN}` }
  const url = `http://127.0.0.1:${port}/api/v1/auth/secrets/rotate`
  const rotated = fetch(url, { method: 'POST', headers }).then(
    async (response) => (await response.json()) as object,
    () => undefined,
  )
  return { host, rotated }
}

async function sealedWithOld(reader: Knex): Promise<number> {
  const [id] = new KeyRing(NEW, [OLD]).formerKeys
  const [row] = await reader('crm_accounts')
    .where('settings', 'like', `v2.${id}.%`)
    .count<{ left: number }[]>({ left: '*' })
  return row?.left ?? 0
}

async function expectAll(reader: Knex, ring: KeyRing): Promise<void> {
  const rows = await reader('crm_accounts').orderBy('id').select<{ id: number; settings: string }[]>('*')
  const opened = rows.map(({ id, settings }) => ring.open(settings, placeOf(id)))
  expect(opened).to.deep.equal(Array.from({ length: ROWS }, (_, at) => `secret ${at}`))
}
