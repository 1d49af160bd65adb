import type { TimelineEntry } from '../timeline/timeline.ts'
import type { Client } from './client.ts'

type Change = Required<Pick<TimelineEntry, 'kind' | 'details'>>

/** What a change is called in the timeline; undefined where nothing changes. */
export function changeOf(current: Client, next: Partial<Client>): Change | undefined {
  if (!current.archived && next.archived === true) {
    return next.merged_into === undefined
      ? { kind: 'archived', details: {} }
      : { kind: 'merged', details: { into: next.merged_into } }
  }
  if (current.archived && next.archived === false) return { kind: 'restored', details: {} }
  const names = new Set([...Object.keys(current), ...Object.keys(next)]) as Set<keyof Client>
  const fields = [...names].filter((name) => JSON.stringify(current[name]) !== JSON.stringify(next[name]))
  return fields.length === 0 ? undefined : { kind: 'changed', details: { fields } }
}
