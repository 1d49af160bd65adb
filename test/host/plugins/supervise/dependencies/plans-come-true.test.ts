import { expect } from 'chai'
import type { PluginAction, PluginPlan, PluginStatus } from '@atrium/sdk/documents'
import { hostPluginSet, type PluginSet, type SetPlugin } from '../../../../helpers/plugin-set.ts'

const IDS = ['a', 'b', 'c', 'd', 'e']
const ACTIONS: readonly PluginAction[] = ['activate', 'deactivate', 'reload']
const RANGES = ['*', '^1.0.0', '^1.0.0', '^2.0.0']

/** Pseudo-random numbers from a seed, so that a failing case can be repeated. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** A random graph of five plugins, which may contain cycles, missing plugins and unsatisfied version ranges. */
function anyPlugins(next: (below: number) => number): Record<string, SetPlugin> {
  const pick = (list: readonly string[]) => list[next(list.length)] ?? ''
  const present = IDS.filter(() => next(8) > 0)
  return Object.fromEntries(
    present.map((id) => {
      const required = Array.from({ length: next(3) }, () => [pick(IDS), pick(RANGES)] as const)
      return [id, { version: pick(['1.0.0', '1.4.0', '2.0.0']), requires: Object.fromEntries(required) }]
    }),
  )
}

/** One that was stopped before may come to rest in between. */
const standing = (set: PluginSet) => set.states().replaceAll('deactivating', 'inactive')

/** What happens to plugins, in the words of a plan. */
function record(set: PluginSet): string[] {
  const happened: string[] = []
  const generations = new Map<string, number | undefined>()
  const note = ({ id, generation }: PluginStatus) => {
    const before = generations.get(id)
    generations.set(id, generation)
    if (before === generation) return
    happened.push(`${generation === undefined ? 'deactivate' : before === undefined ? 'activate' : 'reload'} ${id}`)
  }
  for (const status of set.host.registries.plugins.list()) generations.set(status.id, status.generation)
  set.host.registries.plugins.onChange(note)
  return happened
}

const expected = ({ steps }: PluginPlan, serving: ReadonlySet<string>) =>
  steps
    .filter(({ action, plugin }) => action !== 'deactivate' || serving.has(plugin))
    .map(({ action, plugin }) => `${action} ${plugin}`)

describe('A plan', () => {
  for (let seed = 1; seed <= 24; seed += 1) {
    it(`predicts what happens to the plugins of seed ${seed}`, async () => {
      const next = numbers(seed)
      const plugins = anyPlugins(next)
      const ids = Object.keys(plugins)
      const set = await hostPluginSet(plugins, { active: ids.filter(() => next(2) > 0) })
      for (let turn = 0; turn < 8; turn += 1) {
        const [action, id] = [ACTIONS[next(3)] ?? 'activate', ids[next(ids.length)] ?? '']
        if (next(3) === 0) await set.write(id, { ...plugins[id], version: ['1.0.0', '2.0.0'][next(2)] ?? '' })
        const cascade = next(2) === 0
        const before = standing(set)
        const dry = await set.ask(action, id, { cascade, dryRun: true })
        expect(standing(set), 'a dry run changes nothing').to.equal(before)
        const serving = new Set(ids.filter((each) => set.serves(each)))
        const happened = record(set)
        const done = await set.ask(action, id, { cascade }).catch((error: { code: string }) => error)
        if (dry.refused) expect(done).to.include({ code: dry.refused.code })
        else expect((done as PluginPlan).steps).to.deep.equal(dry.steps)
        expect(happened, `${action} ${id} of ${before}`).to.deep.equal(expected(dry, serving))
      }
    })
  }
})
