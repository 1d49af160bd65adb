import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'chai'
import { DatabaseError, openDatabase } from '../../../../host/base/db/index.ts'
import type { OpenDatabaseOptions } from '../../../../host/base/db/index.ts'
import { eachSqlite } from '../../../helpers/databases.ts'
import { rejection } from '../../../helpers/rejection.ts'
import { FROM_SOURCES, runChild } from '../../../helpers/run-child.ts'

const ROOM = pathToFileURL(join(import.meta.dirname, '../../../../host/base/db/index.ts')).href

const hostOn = (place: OpenDatabaseOptions) =>
  runChild(
    `import { openDatabase } from ${JSON.stringify(ROOM)}
    const database = await openDatabase(${JSON.stringify(place)})
    await database.knex.schema.createTable('left_behind', (table) => table.increments('id'))
    console.log('open')`,
    { flags: FROM_SOURCES },
  )

describe('the data directory of SQLite', () => {
  eachSqlite(({ open, place }) => {
    it('is refused to a second host, with an error that names the directory and the remedy', async () => {
      const shared = await place()
      await open(shared)
      const error = await rejection(openDatabase(shared))
      expect(error).to.be.instanceOf(DatabaseError).and.to.include({ code: 'database_in_use' })
      expect(error.message).to.include(`[${shared.dataDir}]`).and.to.include('ATRIUM_DATA_DIR')
    })

    it('on a full disk is refused with an error that says so', async function () {
      const full = await place()
      const { dataDir } = full
      mkdirSync(dataDir, { recursive: true })
      // Containers without the right to mount have no such test.
      if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', dataDir]).status !== 0) return this.skip()
      try {
        spawnSync('dd', ['if=/dev/zero', `of=${join(dataDir, 'filler')}`, 'bs=4096'])
        const { message } = await rejection(openDatabase(full))
        expect(message).to.include(`The disk of the data directory [${dataDir}] is full. Free some space`)
      } finally {
        spawnSync('umount', ['--lazy', dataDir])
      }
    })

    it('is refused to another process, and free as soon as the first is killed', async () => {
      const shared = await place()
      const host = await hostOn(shared)
      expect(await rejection(openDatabase(shared))).to.include({ code: 'database_in_use' })
      await host.kill()
      const database = await open(shared)
      expect(await database.knex.schema.hasTable('left_behind')).to.equal(true)
    })

    it('is free once the host has closed, twice or not', async () => {
      const shared = await place()
      const first = await open(shared)
      await Promise.all([first.close(), first.close()])
      await (await open(shared)).ping()
    })
  })
})
