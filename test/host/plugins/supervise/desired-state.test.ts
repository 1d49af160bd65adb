import { expect } from 'chai'
import type { Database } from '../../../../host/base/db/index.ts'
import { eachDatabase } from '../../../helpers/databases.ts'
import { hostPluginSet, stepsOf } from '../../../helpers/plugin-set.ts'

const rows = async (database: Database) => {
  const found = await database
    .knex<{ id: string; desired: string; changed_by: string }>('platform_plugins')
    .orderBy('id')
  return found.map(({ id, desired, changed_by }) => `${id} ${desired} by ${changed_by}`)
}

describe('The desired state of plugins', () => {
  eachDatabase((target) => {
    let database: Database
    before(async () => {
      database = await target.open()
    })

    it('comes from the configuration at first, and from the stored decision afterwards', async () => {
      const set = await hostPluginSet({ a: {}, b: {} }, { active: ['a'], database })
      expect(set.states()).to.equal('a active, b inactive')
      expect(await rows(database)).to.deep.equal(['a active by panels.config.json'])
      await set.ask('deactivate', 'a')
      await set.ask('activate', 'b')
      expect(await rows(database)).to.deep.equal(['a inactive by test', 'b active by test'])
      await set.restart()
      expect(set.states()).to.equal('a inactive, b active')
      set.config.active = ['b', 'a']
      await set.host.plugins.reconfigure()
      expect(set.states(), 'an edit of the configuration does not undo it').to.equal('a inactive, b active')
      set.config.active = []
      await set.host.plugins.reconfigure()
      expect(set.states()).to.equal('a inactive, b active')
    })
  })

  it('includes plugins added to the configuration without a stored decision', async () => {
    const set = await hostPluginSet({ a: {}, b: {} }, { active: ['a'] })
    set.config.active = ['a', 'b']
    await set.host.plugins.reconfigure()
    expect(set.states()).to.equal('a active, b active')
  })

  it('drops a name that never had a folder once it is removed from the configuration', async () => {
    const set = await hostPluginSet({ a: {} }, { active: ['a', 'aa'] })
    expect(set.states()).to.equal('a active, aa missing')
    expect(set.codes('aa')).to.deep.equal(['plugin_missing'])
    set.config.active = ['a']
    await set.host.plugins.reconfigure()
    expect(set.states()).to.equal('a active')
  })

  it('is kept in safe mode, which starts only the plugins that are activated explicitly', async () => {
    const set = await hostPluginSet({ a: { requires: { b: '*' } }, b: {}, c: {} }, { active: ['a', 'b', 'c'] })
    await set.restart({ safeMode: true })
    expect(set.states()).to.equal('a inactive, b inactive, c inactive')
    expect(set.status('a')).to.deep.include({ desired: 'active' })
    expect(set.codes('a')).to.deep.equal(['safe_mode'])
    await set.host.plugins.reconfigure()
    expect(set.states()).to.equal('a inactive, b inactive, c inactive')
    expect(stepsOf(await set.ask('activate', 'a'))).to.equal('activate b for a, activate a')
    expect(set.states()).to.equal('a active, b active, c inactive')
    await set.restart({ safeMode: false })
    expect(set.states()).to.equal('a active, b active, c active')
  })

  it('is not recorded for plugins first seen in safe mode', async () => {
    const set = await hostPluginSet({ a: {} }, { active: ['a'], safeMode: true })
    expect(set.states()).to.equal('a inactive')
    set.config.active = []
    await set.restart({ safeMode: false })
    expect(set.status('a')).to.deep.include({ desired: 'inactive', diagnostics: [] })
  })
})
