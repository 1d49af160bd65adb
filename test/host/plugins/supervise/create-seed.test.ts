import type { Seeding } from '@atrium/sdk'
import { expect } from 'chai'
import type { Database } from '../../../../host/base/db/index.ts'
import { createSeed } from '../../../../host/plugins/supervise/create-seed.ts'
import type { Generation } from '../../../../host/plugins/generation/generation.ts'
import { eachDatabase } from '../../../helpers/databases.ts'
import { rejection } from '../../../helpers/rejection.ts'

const REQUEST = { plugin: 'vans', number: 1, today: '2026-11-20', scale: 1 }

describe('Creating example data that takes too long', () => {
  eachDatabase((target) => {
    let database: Database
    before(async () => {
      database = await target.open()
      await database.knex.schema.createTable('vans_vans', (table) => void table.increments('id'))
    })

    const seedsBy = (seed: (seeding: Seeding) => Promise<void>) =>
      createSeed({
        plugins: { serving: () => ({ seed }) as Generation },
        registry: { list: () => [] },
        database,
        limit: 50,
      })

    it('is aborted: nothing is kept, and other writers can proceed', async () => {
      const { fill, progressOf } = seedsBy(async ({ progress }) => {
        await database.context('vans_vans').insert({ id: 1 })
        progress(1)
        await new Promise(() => undefined)
      })
      const refused = await rejection(fill(REQUEST))
      expect(refused).to.include({ code: 'seed_failed' })
      expect(refused.message).to.include('[vans]').and.include('did not finish within 0.05 s')
      expect(progressOf('vans')).to.equal(undefined)
      expect(await database.knex('vans_vans')).to.deep.equal([])
      await database.knex('vans_vans').insert({ id: 2 })
      expect((await seedsBy(() => Promise.resolve()).fill(REQUEST))?.outcome).to.equal('kept')
    })
  })
})
