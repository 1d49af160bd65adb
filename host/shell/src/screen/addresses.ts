import type { PanelDocument, PanelScreen } from '@atrium/sdk/documents'
import { t } from '../language/t.ts'

/** The screen that a path leads to, and the id of its record if the screen's path has `:id`. */
interface ScreenMatch<Screen> {
  screen: Screen
  recordId: string | undefined
}

/** Finds the screen of a path. Screens with literal paths come before those with `:id`, so the first match wins. */
export function matchScreen<Screen extends { path: string }>(
  screens: readonly Screen[],
  pathname: string,
): ScreenMatch<Screen> | null {
  const wanted = segmentsOf(pathname)
  for (const screen of screens) {
    const pattern = segmentsOf(screen.path)
    if (!matches(pattern, wanted)) continue
    const id = wanted[pattern.indexOf(':id')]
    return { screen, recordId: id === undefined ? undefined : decoded(id) }
  }
  return null
}

function matches(pattern: readonly string[], wanted: readonly string[]): boolean {
  return pattern.length === wanted.length && pattern.every((part, at) => part === ':id' || part === wanted[at])
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '')
}

/** People type addresses, so a stray `%` is taken literally. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** A module as its panel describes it. */
export type PanelModule = PanelDocument['modules'][number]

/** The screen at an address, with its module. */
export interface OpenScreen extends ScreenMatch<PanelScreen> {
  module: PanelModule | undefined
}

/** Finds the screen at a path of a panel. */
export function openScreen({ screens, modules }: PanelDocument, pathname: string): OpenScreen | undefined {
  const match = matchScreen(screens, pathname)
  if (match === null) return undefined
  return { ...match, module: modules.find(({ module_id }) => module_id === match.screen.module_id) }
}

/** The list that a record's screen belongs to, with its title in the navigation; null on the list itself. */
export function listScreenOf(panel: PanelDocument, screen: PanelScreen): { title: string; path: string } | null {
  if (screen.kind === 'list' || screen.resource_id === undefined) return null
  const list = panel.screens.find((each) => each.kind === 'list' && each.resource_id === screen.resource_id)
  if (!list) return null
  const item = panel.navigation.flatMap((group) => group.items).find((each) => each.path === list.path)
  return { title: item?.title ?? t('List'), path: list.path }
}

type Search = Record<string, string | string[]>

/** Reads a query string: values stay texts, repeated names become lists. The router's own parser would turn `007` into 7. */
export function parseSearch(text: string): Search {
  const search: Search = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const earlier = search[name]
    search[name] = earlier === undefined ? value : [earlier, value].flat()
  }
  return search
}

/** The reverse of `parseSearch`, with the `?` unless the query is empty. */
export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    for (const each of [value].flat()) params.append(name, String(each))
  }
  return params.size > 0 ? `?${params.toString()}` : ''
}
