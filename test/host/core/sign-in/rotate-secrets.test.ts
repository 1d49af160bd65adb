import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { rotateSecrets } from '../../../../host/core/sign-in/rotate-secrets.ts'
import { KeyRing } from '../../../../host/base/secrets/index.ts'
import { eachDatabase } from '../../../helpers/databases.ts'
import { rejection } from '../../../helpers/rejection.ts'

const ROWS = 7

describe('Rotating the key of secrets', () => {
  eachDatabase((target) => {
    const [old, next] = [randomBytes(32), randomBytes(32)]
    const placeOf = (id: number) => ({ plugin: 'crm', place: `crm_accounts/${id}/settings` })

    /** A plugin's table whose secrets stand in JSON. */
    const start = async () => {
      const database = await target.open()
      await database.knex.schema.createTable('crm_accounts', (table) => {
        table.integer('id').primary()
        table.text('settings')
        table.string('name')
      })
      const ring = new KeyRing(old)
      for (let id = 1; id <= ROWS; id++) {
        const settings = JSON.stringify({ host: 'mail', password: ring.seal(`secret ${id}`, placeOf(id)) })
        await database.knex('crm_accounts').insert({ id, settings, name: 'v2.100%' })
      }
      const opened = async (keys: KeyRing) => {
        const rows = await database.knex('crm_accounts').orderBy('id').select<{ id: number; settings: string }[]>('*')
        return rows.map(({ id, settings }) =>
          keys.open((JSON.parse(settings) as { password: string }).password, placeOf(id)),
        )
      }
      return { database, opened }
    }
    const secrets = Array.from({ length: ROWS }, (_, at) => `secret ${at + 1}`)

    it('seals everything with the first key, also what plugins have stored, so that the old key can go', async () => {
      const { database, opened } = await start()
      const rotated = await rotateSecrets({ database, keys: new KeyRing(next, [old]) })
      expect(rotated).to.deep.equal({ resealed: ROWS, left: [], former_keys: 1 })
      expect(await opened(new KeyRing(next))).to.deep.equal(secrets)
      const again = await rotateSecrets({ database, keys: new KeyRing(next, [old]) })
      expect(again).to.deep.equal({ resealed: 0, left: [], former_keys: 1 })
      expect(await rotateSecrets({ database, keys: new KeyRing(next) })).to.include({ resealed: 0, former_keys: 0 })
    })

    it('can end at any point: everything still opens, and the next run finishes it', async () => {
      const { database, opened } = await start()
      const keys = new EndingRing(next, [old])
      expect(await rejection(rotateSecrets({ database, keys }))).to.be.instanceOf(Error)
      const both = new KeyRing(next, [old])
      expect(await opened(both), 'with both keys').to.deep.equal(secrets)
      expect((await rotateSecrets({ database, keys: both })).resealed).to.equal(ROWS - 3)
      expect(await opened(new KeyRing(next))).to.deep.equal(secrets)
    })

    it('says what still needs a former key', async () => {
      const { database } = await start()
      const damaged = new KeyRing(old).seal('x', placeOf(8)).slice(0, -4)
      await database.knex('crm_accounts').insert({ id: 8, settings: damaged })
      const rotated = await rotateSecrets({ database, keys: new KeyRing(next, [old]) })
      expect(rotated.left).to.deep.equal([{ table: 'crm_accounts', column: 'settings', values: 1 }])
      expect(rotated.resealed).to.equal(ROWS)
    })
  })
})

/** Ends in the middle, as a host that is killed. */
class EndingRing extends KeyRing {
  #count = 0

  override reseal(text: string): string {
    if (this.#count++ === 3) throw new Error('The host was killed.')
    return super.reseal(text)
  }
}
