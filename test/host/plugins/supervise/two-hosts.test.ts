import { expect } from 'chai'
import { eachDatabase } from '../../../helpers/databases.ts'
import { hostPluginSet } from '../../../helpers/plugin-set.ts'

describe('Two hosts on one database', () => {
  eachDatabase((target) => {
    it('agree on the active plugins: each follows the decisions made on the other', async () => {
      const database = await target.open()
      const plugins = { a: {}, b: { requires: { a: '*' } } }
      const one = await hostPluginSet(plugins, { active: ['a', 'b'], database })
      const other = await hostPluginSet(plugins, { active: ['a', 'b'], database })
      await one.ask('deactivate', 'a', { cascade: true })
      expect(other.states()).to.equal('a active, b active')
      await other.host.plugins.catchUp()
      expect([other.serves('a'), other.serves('b')]).to.deep.equal([false, false])
      await other.ask('activate', 'b')
      await one.host.plugins.catchUp()
      expect(one.states()).to.equal('a active, b active')
    })
  })
})
