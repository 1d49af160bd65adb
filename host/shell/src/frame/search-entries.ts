import type { PanelDocument, SearchResult } from '@atrium/sdk/documents'
import { recordTitle } from '../values/record-title.ts'

/** One result. */
export interface SearchEntry {
  key: string
  title: string
  icon?: string
  path: string
}

/** Results under one heading, with the number of further hits. */
export interface SearchSection {
  title: string
  entries: SearchEntry[]
  more: number
}

/** The results for a text: screens of the panel by title, then the records that the host has found. */
export function searchSections(panel: PanelDocument, text: string, result: SearchResult | undefined): SearchSection[] {
  const records = text === '' ? [] : (result?.groups ?? []).map(toSection)
  return [screensNamed(panel, text), ...records].filter((section) => section.entries.length > 0)
}

function screensNamed(panel: PanelDocument, text: string): SearchSection {
  const wanted = text.toLowerCase()
  const items = panel.navigation.flatMap((group) => group.items)
  const entries = items
    .filter((item) => item.title.toLowerCase().includes(wanted))
    .map(({ title, icon, path }) => ({ key: path, title, path, ...(icon === undefined ? {} : { icon }) }))
  return { title: 'Go to', entries, more: 0 }
}

function toSection({ resource_id, title, icon, total, hits }: SearchResult['groups'][number]): SearchSection {
  const entries = hits.flatMap((hit) => {
    if (hit.path === undefined) return []
    return [
      {
        key: `${resource_id}:${hit.id}`,
        title: recordTitle(hit, 'title'),
        path: hit.path,
        ...(icon === undefined ? {} : { icon }),
      },
    ]
  })
  return { title, entries, more: Math.max(0, total - hits.length) }
}
