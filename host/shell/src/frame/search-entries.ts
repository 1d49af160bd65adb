import type { PanelDocument, SearchResult } from '@atrium/sdk/documents'
import { joinTexts } from '../values/as-text.ts'
import { readableText, recordTitle } from '../values/record-title.ts'

/** One result. */
export interface SearchEntry {
  key: string
  title: string
  /** What tells a record apart from others with its title. */
  subtitle?: string
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
        ...(hit.subtitle && { subtitle: joinTexts(...hit.subtitle.map(readableText)) }),
        path: hit.path,
        ...(icon === undefined ? {} : { icon }),
      },
    ]
  })
  return { title, entries, more: Math.max(0, total - hits.length) }
}

const PROBLEMS = { late: 'answered too late', failed: 'could not be searched' } as const

/** Names the sources that are missing from a result: `Clients and Bookings answered too late.` Empty if none is. */
export function describeMissing(incomplete: SearchResult['incomplete']): string {
  const sentences = (['late', 'failed'] as const).flatMap((reason) => {
    const titles = incomplete.filter((each) => each.reason === reason).map(({ title }) => title)
    return titles.length === 0 ? [] : [`${LIST.format(titles)} ${PROBLEMS[reason]}.`]
  })
  return sentences.length === 0 ? '' : `${sentences.join(' ')} There may be more results.`
}

const LIST = new Intl.ListFormat('en', { type: 'conjunction' })
