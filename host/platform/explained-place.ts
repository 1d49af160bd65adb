import { ApiError, nearest_name } from '@atrium/sdk'
import type { ModuleManifest, Screen } from '@atrium/sdk/documents'
import type { Registries } from '../core/registries/index.ts'

const API = '/api/v1'

/** The subject of a question: a screen, perhaps with a record, or the path of an operation that reads. */
export type Place = ScreenPlace | { readonly data: string }

export interface ScreenPlace {
  readonly screen: Screen
  readonly panel_id: string
  readonly id: string | undefined
}

/**
 * Finds the screen, list or record that a text names: by the name of a screen in the sidebar, by a path, with or without `/api/v1`, or by
 * an address copied from the browser, with its host and base path.
 * @throws ApiError `query_malformed` that proposes what was probably meant
 */
export function placeOf(given: string, registries: Registries): Place {
  const text = given.trim()
  const named = pathsNamed(text, registries)
  if (named.length > 1)
    throw wrong('path', `Several screens have the name [${text}]: ${named.join(', ')}. Send a path.`)
  const parts = partsOf(named[0] ?? text)
  for (const at of parts.keys()) {
    const found = placeAt(parts.slice(at), registries)
    if (found) return found
  }
  const found = placeAt([...API.slice(1).split('/'), ...parts], registries)
  if (found) return found
  throw wrong('path', `No active plugin has a screen at [${text}]. ${proposal(text, parts, registries)}`)
}

/** The segments of a path or address, without query and fragment. */
const partsOf = (text: string) =>
  text
    .replace(/[?#].*$/s, '')
    .replace(/^https?:\/\/[^/]*/i, '')
    .split('/')
    .filter((part) => part !== '')

function placeAt(parts: readonly string[], registries: Registries): Place | undefined {
  const path = `/${parts.join('/')}`
  if (path.startsWith(`${API}/`)) return matched(registries, 'GET', path) && { data: path }
  const found = screensOf(registries.dashboards.manifests()).flatMap(({ screen, panel_id }): ScreenPlace[] => {
    const pattern = segmentsOf(screen)
    const isHere = pattern.length === parts.length && pattern.every((each, at) => each === ':id' || each === parts[at])
    const id = parts[pattern.indexOf(':id')]
    return isHere ? [{ screen, panel_id, id: id === undefined ? undefined : decoded(id) }] : []
  })
  return found.find(({ id }) => id === undefined) ?? found[0]
}

const screensOf = (manifests: readonly ModuleManifest[]) =>
  manifests.flatMap(({ panel_id, screens }) => screens.map((screen) => ({ screen, panel_id })))

const segmentsOf = ({ path }: Screen) => path.slice(1).split('/')

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

const entriesOf = ({ dashboards }: Registries) =>
  dashboards.manifests().flatMap(({ navigation }) => navigation.flatMap(({ items }) => items))

const pathsNamed = (name: string, registries: Registries) =>
  entriesOf(registries).flatMap(({ title, path }) => (title.toLowerCase() === name.toLowerCase() ? [path] : []))

/** Proposes the screen with the most similar name or path, compared segment by segment. */
function proposal(text: string, parts: readonly string[], registries: Registries): string {
  const entries = entriesOf(registries)
  const name = nearest_name(text, new Set(entries.map(({ title }) => title)))
  if (name !== undefined) {
    const [path = ''] = pathsNamed(name, registries)
    return `Did you mean [${name}] at [${path}]?`
  }
  const near = screensOf(registries.dashboards.manifests()).flatMap(({ screen }) => nearPath(parts, screen))
  const path = nearest_name(`/${parts.join('/')}`, near)
  if (path !== undefined) return `Did you mean [${path}]?`
  return 'Send the name of a screen, a path such as clients/clients/7, or an address from the browser.'
}

/** The path of a screen with the record from another path, if each differing segment may be a misspelling. */
function nearPath(parts: readonly string[], screen: Screen): string[] {
  const pattern = segmentsOf(screen)
  const filled = pattern.map((each, at) => (each === ':id' ? (parts[at] ?? each) : each))
  const isNear = filled.length === parts.length && filled.every((each, at) => nearest_name(parts[at] ?? '', [each]))
  return isNear ? [`/${filled.join('/')}`] : []
}

/** The operation at a path, and the values in the path. */
export function matched({ operations }: Registries, method: string, path: string) {
  const match = operations.match(method, path)
  return match && 'operation' in match ? match : undefined
}

/** A question that cannot be answered. */
export const wrong = (name: string, detail: string) =>
  new ApiError('query_malformed', { detail: `[${name}]: ${detail}` })
