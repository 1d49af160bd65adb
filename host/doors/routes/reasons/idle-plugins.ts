import type { Registries } from '../../../core/registries/index.ts'
import { nameList } from '../name-list.ts'

/** ` Plugins that show nothing now: [a (failed)].` What is looked for may be theirs. Nothing where all serve. */
export function idlePlugins({ plugins }: Registries): string {
  const idle = plugins.list().filter(({ state, generation }) => state !== 'active' && generation === undefined)
  if (idle.length === 0) return ''
  return ` Plugins that show nothing now: ${nameList(idle.map(({ id, state }) => `${id} (${state})`))}.`
}
