import { expect } from 'chai'
import { requireSeen } from '../../../host/platform/role-limits.ts'
import { eachDatabase } from '../../helpers/databases.ts'
import { ADA, callerWithout, openShop, type Shop } from '../core/operations/fixture.ts'

const CLERK = callerWithout('shop.items.cost')

/** `cost` requires a permission that CLERK does not hold. */
describe('A condition of a role', () => {
  eachDatabase((target) => {
    let shop: Shop
    before(async () => void (shop = await openShop(target)))
    const asks = (where: string, caller = CLERK, resource = 'shop_items') =>
      requireSeen({ conditions: [{ resource, where }] }, shop.operations, caller)

    for (const where of ['cost=1', 'cost_gte=1', 'cost_null=true', 'name=a&cost_ne=1'])
      it(`on a field with a permission is refused to a caller without it: ${where}`, () => {
        expect(() => asks(where))
          .to.throw('on the field [cost] requires the permission [shop.items.cost]')
          .with.include({ code: 'permission_denied', status: 403 })
        expect(() => asks(where, ADA)).to.not.throw()
      })

    it('may name any other field, and records that no active plugin has', () => {
      expect(() => asks('name=a&price_gte=1')).to.not.throw()
      expect(() => asks('cost=1', CLERK, 'other_items')).to.not.throw()
      expect(() => requireSeen({}, shop.operations, CLERK)).to.not.throw()
    })
  })
})
