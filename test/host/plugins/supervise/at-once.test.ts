import { expect } from 'chai'
import type { PluginAction } from '@atrium/sdk/documents'
import { present_caller } from '@atrium/sdk'
import { as_caller } from '@atrium/sdk/host'
import { hostPluginSet } from '../../../helpers/plugin-set.ts'
import { until } from '../../../helpers/until.ts'

const ACTIONS: readonly PluginAction[] = ['activate', 'deactivate', 'reload']

describe('Concurrent changes', () => {
  it('end in consistent states, even fifty at a time, without hanging', async () => {
    const set = await hostPluginSet(
      { a: { requires: { b: '*' } }, b: { requires: { c: '*' } }, c: {}, d: {} },
      { active: ['a', 'b', 'c', 'd'] },
    )
    const asked = Array.from({ length: 50 }, (_, turn) => {
      const [action, id] = [ACTIONS[turn % 3] ?? 'reload', 'abcd'[(turn * 7) % 4] ?? 'a']
      return set.ask(action, id, { cascade: turn % 2 === 0 }).then(
        () => 'done',
        ({ code }: { code: string }) => code,
      )
    })
    const ended = await Promise.all(asked)
    expect(new Set(ended)).to.have.property('size').that.is.greaterThan(1)
    expect(
      [...new Set(ended)].filter((code) => !['done', 'plugin_required', 'reload_inactive'].includes(code)),
    ).to.deep.equal([])
    await until('rest', () => !set.states().includes('ing'))
    for (const { id, desired, state, requires } of set.host.registries.plugins.list()) {
      expect([id, state]).to.deep.equal([id, desired])
      expect(set.serves(id)).to.equal(desired === 'active')
      for (const required of desired === 'active' ? Object.keys(requires) : []) {
        expect(set.serves(required), `${id} requires ${required}`).to.equal(true)
      }
    }
  })

  it('run one after the other, such as a reload during an activation and a deactivation during a reload', async () => {
    const set = await hostPluginSet({ a: {} })
    const [activated, reloaded, deactivated] = await Promise.all([
      set.ask('activate', 'a'),
      set.ask('reload', 'a'),
      set.ask('deactivate', 'a'),
    ])
    expect([activated, reloaded].map(({ plugins }) => plugins?.[0]?.generation)).to.deep.equal([1, 2])
    expect(deactivated.plugins?.[0]?.desired).to.equal('inactive')
    expect(set.serves('a')).to.equal(false)
  })

  it('interleaved with saves end with the last content', async () => {
    const set = await hostPluginSet({ a: {} }, { active: ['a'], watch: true })
    const asked = []
    for (let turn = 0; turn < 20; turn += 1) {
      await set.write('a', { version: `1.0.${turn}` })
      asked.push(set.ask(turn % 5 === 3 ? 'deactivate' : 'activate', 'a'))
    }
    await Promise.all(asked)
    await until('the last version', () => set.status('a')?.version === '1.0.19' && set.serves('a'))
  })

  it('run a plugin’s background work without the identity of the caller who activated it', async () => {
    const globals = globalThis as Record<string, unknown>
    globals.presentCaller = present_caller
    const source = `export const setup = ({ after }) =>
      after(1, () => { globalThis.seenCaller = [globalThis.presentCaller()?.id] })`
    const set = await hostPluginSet({ a: { source } })
    const ada = { id: 'ada', kind: 'person', name: 'Ada', can: () => true, scope: () => undefined } as const
    await as_caller(ada, () => set.ask('activate', 'a'))
    const [seen] = (await until('the timer', () => globals.seenCaller)) as [string | undefined]
    expect(seen).not.to.equal('ada')
  })
})

describe('Plugins that claim the same name and are loaded concurrently', () => {
  it('leave one of them serving, and the others name the owner', async () => {
    const source = (id: string) => `import { array_store, register_resource, Type } from '@atrium/sdk'
      const Van = Type.Object({ id: Type.Integer({ readOnly: true }), name: Type.String() })
      export const register_routes = (routes) => routes.records('/vans/{id}', array_store([], Van, {}))
      export const register_resources = (registry) => register_resource(registry, 'operations', '${id}', (resource) =>
        resource.record(Van).id('vans').api_base('/api/v1/${id}').table((table) => table.columns((column) => [column.text('name')])))`
    const ids = ['a', 'b', 'c', 'd', 'e', 'f']
    const set = await hostPluginSet(Object.fromEntries(ids.map((id) => [id, { source: source(id) }])), { active: ids })
    const active = ids.filter((id) => set.serves(id))
    expect(active).to.have.length(1)
    for (const id of ids.filter((each) => !active.includes(each))) {
      expect(set.status(id)?.diagnostics[0]).to.include({ code: 'resource_id_taken' })
      expect(set.status(id)?.diagnostics[0]?.message).to.include(`[${active[0]}]`)
    }
  })
})
