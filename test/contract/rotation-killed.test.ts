import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import createKnex, { type Knex } from 'knex'
import { type OpenDatabaseOptions, openDatabase } from '../../host/base/db/index.ts'
import { KeyRing } from '../../host/base/secrets/index.ts'
import { buildPackages } from '../../host/launch/build-packages.mjs'
import { root } from '../../host/launch/root.mjs'
import { startChildHost } from '../helpers/child-host.ts'
import { eachDatabase } from '../helpers/databases.ts'
import { findFreePort } from '../helpers/find-free-port.ts'

/** `ATRIUM_ROTATIONS=50 npm test -- test/contract/rotation-killed.test.ts` kills as many, at random moments of more secrets. */
const { ATRIUM_ROTATIONS } = process.env
const KILLS = { sqlite: Number(ATRIUM_ROTATIONS ?? 2), postgres: Number(ATRIUM_ROTATIONS ?? 1) }
/** How many secrets are left when the host is killed: none, so that only its answer is missing, or a few. */
const LEFT = ATRIUM_ROTATIONS === undefined ? [0] : Array.from({ length: Number(ATRIUM_ROTATIONS) }, (_, at) => at * at)
const ROWS = ATRIUM_ROTATIONS === undefined ? 3_000 : 1_000 * KILLS.sqlite
const TOKEN = 'a-token-for-tests-that-may-do-everything'
const [OLD, NEW] = [randomBytes(32), randomBytes(32)]

const placeOf = (id: number) => ({ plugin: 'crm', place: `crm_accounts/${id}/settings` })

describe('A host that is killed while it rotates the key of secrets', function () {
  this.timeout(Math.max(600_000, KILLS.sqlite * 20_000))
  before('build it', () => buildPackages(root))

  eachDatabase((target) => {
    it('loses no secret: each opens with the old key or the new one, and the next run finishes it', async () => {
      const place = await target.place()
      const reader = await fill(place)
      let left = ROWS
      for (let kills = 0; kills < KILLS[target.dialect] && left > 1; kills++) {
        const { host, rotated } = await startRotating(place, [NEW, OLD])
        const before = left
        while ((left = await sealedWith(OLD, reader)) >= before) await pause(1)
        await pause(ATRIUM_ROTATIONS === undefined ? 0 : Math.random() * 100)
        await host.kill()
        const answer = await rotated
        left = await sealedWith(OLD, reader)
        if (ATRIUM_ROTATIONS === undefined) {
          expect(answer, 'it was killed before it was done').to.equal(undefined)
          expect(left).to.be.within(1, before - 1)
        } else console.log(`killed with ${left} of ${before} left`)
        await expectAll(reader, new KeyRing(NEW, [OLD]))
      }
      const { host, rotated } = await startRotating(place, [NEW, OLD])
      expect(await rotated).to.deep.equal({ resealed: left, left: [], former_keys: 1 })
      await host.kill()
      await expectAll(reader, new KeyRing(NEW))
      await reader.destroy()
    })

    it('loses none at the end either, when the last are sealed and only the answer is missing', async () => {
      const place = await target.place()
      const reader = await fill(place)
      let [present, next] = [OLD, NEW]
      for (const wanted of LEFT) {
        const killed = await startRotating(place, [next, present])
        while ((await sealedWith(present, reader)) > wanted) await pause(0)
        await killed.host.kill()
        await killed.rotated
        await expectAll(reader, new KeyRing(next, [present]))
        const left = await sealedWith(present, reader)
        if (ATRIUM_ROTATIONS !== undefined) console.log(`killed with ${left} left`)
        const { host, rotated } = await startRotating(place, [next, present])
        expect(await rotated).to.deep.equal({ resealed: left, left: [], former_keys: 1 })
        await host.kill()
        await expectAll(reader, new KeyRing(next))
        ;[present, next] = [next, present]
      }
      await reader.destroy()
    })
  })
})

/** Makes the table of a plugin whose secrets the old key has sealed. Returns what reads it beside a host. */
async function fill(place: OpenDatabaseOptions): Promise<Knex> {
  const database = await openDatabase(place)
  const { knex } = database
  await knex.schema.createTable('crm_accounts', (table) => {
    table.integer('id').primary()
    table.text('settings')
  })
  const ring = new KeyRing(OLD)
  const rows = Array.from({ length: ROWS }, (_, at) => ({ id: at, settings: ring.seal(`secret ${at}`, placeOf(at)) }))
  await knex.batchInsert('crm_accounts', rows, 100)
  await database.close()
  const { url, dataDir } = place
  const sqlite = { client: 'sqlite3', connection: { filename: path.join(dataDir, 'atrium.sqlite') } }
  return createKnex(url === undefined ? { ...sqlite, useNullAsDefault: true } : { client: 'pg', connection: url })
}

/** Starts a host with the new key in front of the old one, and what `atrium secrets rotate` sends. */
async function startRotating({ dataDir, url: database }: OpenDatabaseOptions, ring: readonly Buffer[]) {
  const port = await findFreePort()
  const keys = ring.map((key) => key.toString('base64')).join(',')
  const own = { PORT: String(port), ATRIUM_DATA_DIR: dataDir, ATRIUM_ADMIN_TOKEN: TOKEN, ATRIUM_SECRET_KEY: keys }
  const host = await startChildHost({ ...own, ...(database !== undefined && { DATABASE_URL: database }) })
  const headers = { authorization: `Bearer ${TOKEN}` }
  const url = `http://127.0.0.1:${port}/api/v1/auth/secrets/rotate`
  const rotated = fetch(url, { method: 'POST', headers }).then(
    async (response) => (await response.json()) as object,
    () => undefined,
  )
  return { host, rotated }
}

async function sealedWith(key: Buffer, reader: Knex): Promise<number> {
  const [id] = new KeyRing(randomBytes(32), [key]).formerKeys
  const [row] = await reader('crm_accounts')
    .where('settings', 'like', `v2.${id}.%`)
    .count<{ left: number | string }[]>({ left: '*' })
  return Number(row?.left ?? 0)
}

async function expectAll(reader: Knex, ring: KeyRing): Promise<void> {
  const rows = await reader('crm_accounts').orderBy('id').select<{ id: number; settings: string }[]>('*')
  const opened = rows.map(({ id, settings }) => ring.open(settings, placeOf(id)))
  expect(opened).to.deep.equal(Array.from({ length: ROWS }, (_, at) => `secret ${at}`))
}
