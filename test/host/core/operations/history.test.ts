import { expect } from 'chai'
import { AUDIT_TABLE, type AuditRow } from '../../../../host/core/operations/audit.ts'
import { Hold } from '../../../../host/base/lifetime/index.ts'
import { recordsOf, withholdingOf } from '../../../../host/core/operations/declare-operation.ts'
import { historyOperations } from '../../../../host/plugins/compile/link-history.ts'
import { eachDriver } from '../../../helpers/databases.ts'
import { rejection } from '../../../helpers/rejection.ts'
import { openShop, type Shop } from './fixture.ts'

describe('The return to an earlier version', () => {
  eachDriver((target) => {
    let shop: Shop
    before(async () => {
      shop = await openShop(target)
      const records = shop.operations.list('shop')
      const withholding = withholdingOf(recordsOf(records.map(({ declaration }) => declaration)))
      const added = historyOperations('shop', records, { lease: new Hold(), withholding })
      shop.operations.replace('shop', [...records, ...added])
    })

    it('is refused if there are more later changes than are read, because a part of them would lead to a version that never was', async () => {
      const { body } = await shop.ask('POST /items', { body: { name: 'Bolt', price: 100 } })
      const { id } = body as { id: number }
      await shop.ask(`PATCH /items/${id}`, { body: { price: 200 } })
      const audit = () => shop.database.knex<AuditRow>(AUDIT_TABLE)
      const [created, changed] = await audit()
        .where({ record_id: String(id) })
        .orderBy('id')
      const { id: _, ...row } = changed!
      const again = Array.from({ length: 1_000 }, () => row)
      for (let start = 0; start < again.length; start += 50) await audit().insert(again.slice(start, start + 50))
      const error = await rejection(shop.ask(`POST /items/${id}/history/${created!.id}/restore`))
      expect(error).to.include({
        code: 'conflict',
        message: `The record was changed more than 1000 times after the entry [${created!.id}]. Choose a later one.`,
      })
      expect((await shop.ask(`GET /items/${id}`)).body).to.include({ price: 200 })
    })
  })
})
