import type { PanelDocument, ResourceDefinition, SearchResult } from '@atrium/sdk/documents'
import { andList, t } from '../language/t.ts'
import type { OfferedAction } from '../screen/palette.ts'
import type { RecentRecord } from '../screen/recent-records.ts'
import { joinTexts } from '../values/as-text.ts'
import { formatCount } from '../values/person-formats.ts'
import { readableText, recordTitle } from '../values/record-title.ts'
import { NO_VIEW } from '../table/list-state.ts'

/** One result. */
export interface SearchEntry {
  key: string
  title: string
  /** The subtitle that distinguishes a record from others with its title. */
  subtitle?: string
  icon?: string
  /** The screen that it opens. An action has none. */
  path?: string
  start?: () => void
  /** Whether the host has found it, maybe for a former text. */
  isHit?: boolean
}

/** A screen with its title. */
interface Titled {
  readonly path: string
  readonly title: string
}

/** The entries besides screens and the host's hits. */
export interface OwnEntries {
  readonly actions: readonly OfferedAction[]
  readonly recent: readonly RecentRecord[]
  readonly favourites?: readonly Titled[]
  readonly dashboards?: readonly (Titled & { icon?: string | undefined })[]
  /** The resources of the panel; empty until they are loaded. */
  readonly resources?: readonly ResourceDefinition[]
}

/** Results under one heading, with the number of further hits that no entry leads to. */
export interface SearchSection {
  title: string
  entries: SearchEntry[]
  more: number
}

/**
 * The results for a text: screens of the panel by title, the records that the host has found, what can be created, and the actions of the
 * open screen. Without a text, the recently opened records come first. What can be created comes before the records if a word of its title
 * begins like the text. Actions come last, so that nobody starts one by mistake.
 */
export function searchSections(
  panel: PanelDocument,
  text: string,
  result: SearchResult | undefined,
  { actions, recent, favourites = [], dashboards = [], resources = [] }: OwnEntries = { actions: [], recent: [] },
): SearchSection[] {
  const groups = text === '' ? [] : (result?.groups ?? [])
  const records = groups.map((group) => toSection(group, listOf(group, { panel, resources, text })))
  const opened =
    text === ''
      ? [
          sectionOf(
            t('Recent'),
            recent.map(({ path, title, subtitle }) => ({
              ...{ key: `recent:${path}`, path, title },
              ...(subtitle !== '' && { subtitle }),
            })),
          ),
        ]
      : []
  const creating = creations(panel, text)
  const isMeant = text !== '' && creating.entries.some(({ title }) => hasWord(title, text))
  return [
    favouritesNamed(favourites, text),
    dashboardsNamed(dashboards, text),
    ...opened,
    screensNamed(panel, text),
    ...(isMeant ? [creating, ...records] : [...records, creating]),
    actionsNamed(actions, text),
  ].filter((section) => section.entries.length > 0)
}

const sectionOf = (title: string, entries: SearchEntry[]): SearchSection => ({ title, entries, more: 0 })

const favouritesNamed = (favourites: readonly Titled[], text: string) =>
  sectionOf(
    t('Favourites'),
    favourites
      .filter(({ title }) => names(title, text))
      .map(({ path, title }) => ({ key: `favourite:${path}`, path, title, icon: 'star' })),
  )

const dashboardsNamed = (dashboards: NonNullable<OwnEntries['dashboards']>, text: string) =>
  sectionOf(
    t('My dashboards'),
    dashboards
      .filter(({ title }) => names(title, text))
      .map(({ path, title, icon = 'chart-bar' }) => ({ key: `dashboard:${path}`, path, title, icon })),
  )

const names = (title: string, text: string) => title.toLowerCase().includes(text.toLowerCase())

/** Whether the text begins a word of the title. */
const hasWord = (title: string, text: string) => names(` ${title}`, ` ${text}`)

function creations({ screens }: PanelDocument, text: string): SearchSection {
  const entries = screens.flatMap(({ kind, path, title }) =>
    kind === 'create' && title !== undefined && names(title, text) ? [{ key: path, title, path, icon: 'plus' }] : [],
  )
  return sectionOf(t('Create'), entries)
}

function actionsNamed(actions: readonly OfferedAction[], text: string): SearchSection {
  const entries = actions
    .filter(({ label }) => names(label, text))
    .map(({ key, label, about, icon = 'bolt', start }) => ({
      ...{ key, title: label, icon, start },
      ...(about !== undefined && { subtitle: about }),
    }))
  return sectionOf(t('On this screen'), entries)
}

function screensNamed(panel: PanelDocument, text: string): SearchSection {
  const items = panel.navigation.flatMap((group) => group.items)
  const entries = items
    .filter((item) => names(item.title, text))
    .map(({ title, icon, path }) => ({ key: path, title, path, ...(icon === undefined ? {} : { icon }) }))
  return sectionOf(t('Go to'), entries)
}

type Group = SearchResult['groups'][number]

interface Searched {
  readonly panel: PanelDocument
  readonly resources: readonly ResourceDefinition[]
  readonly text: string
}

/** The address of the list with all hits of a group. Undefined if the group is searched elsewhere than in its list. */
function listOf({ resource_id }: Group, { panel, resources, text }: Searched): string | undefined {
  const resource = resources.find(({ id }) => id === resource_id)
  const screen = panel.screens.find((each) => each.kind === 'list' && each.resource_id === resource_id)
  if (resource === undefined || resource.search_path !== resource.list_path || screen === undefined) return undefined
  return `${screen.path}?${new URLSearchParams({ q: text, _view: NO_VIEW }).toString()}`
}

function toSection({ resource_id, title, icon, total, hits }: Group, list: string | undefined): SearchSection {
  const more = Math.max(0, total - hits.length)
  const entries = hits.flatMap((hit): SearchEntry[] => {
    if (hit.path === undefined) return []
    return [
      {
        key: `${resource_id}:${hit.id}`,
        title: recordTitle(hit, 'title'),
        ...(hit.subtitle && { subtitle: joinTexts(...hit.subtitle.map(readableText)) }),
        path: hit.path,
        isHit: true,
        ...(icon === undefined ? {} : { icon }),
      },
    ]
  })
  const all = {
    key: `${resource_id}:all`,
    title: t('Show all {count}', { count: formatCount(total) }),
    icon: 'list',
    isHit: true,
  }
  // Who can open all of them need not be told how many are missing here.
  return more > 0 && list !== undefined
    ? { title, entries: [...entries, { ...all, path: list }], more: 0 }
    : { title, entries, more }
}

/**
 * The result of searching again. Sources that did not answer this time keep the hits that they had before. TanStack Query calls this again with
 * its own result while the next answer is awaited, and renders again as long as that changes: it must then be returned as it is.
 */
export function withEarlierHits(before: SearchResult | undefined, now: SearchResult): SearchResult {
  const has = (found: readonly { resource_id: string }[], id: string) =>
    found.some(({ resource_id }) => resource_id === id)
  const isKept = ({ resource_id: id }: Group) => has(now.incomplete, id) && !has(now.groups, id)
  const earlier = before?.groups.filter(isKept) ?? []
  return earlier.length === 0 ? now : { ...now, groups: [...now.groups, ...earlier] }
}

/** What is missing from a result: sources that answered too late, and sources that failed. */
const PROBLEMS = {
  late: (sources: string) => t('{sources} answered too late.', { sources }),
  failed: (sources: string) => t('{sources} could not be searched.', { sources }),
} as const

/** Names the sources that are missing from a result: `Clients and Bookings answered too late.` Empty if none is. */
export function describeMissing(incomplete: SearchResult['incomplete']): string {
  const sentences = (['late', 'failed'] as const).flatMap((reason) => {
    const titles = incomplete.filter((each) => each.reason === reason).map(({ title }) => title)
    return titles.length === 0 ? [] : [PROBLEMS[reason](andList(titles))]
  })
  return sentences.length === 0 ? '' : `${sentences.join(' ')} ${t('There may be more results.')}`
}
