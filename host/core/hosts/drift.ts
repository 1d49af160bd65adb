import type { HostEntry, HostPlugin } from './host-table.ts'

/** How a host differs from others, in one sentence that names them. */
export interface Drift {
  readonly code: 'atrium_version' | 'secret_key' | 'files_apart' | 'plugin_state' | 'plugin_version' | 'plugin_content'
  readonly message: string
}

type Compared = Pick<HostEntry, 'name' | 'version' | 'is_ready' | 'keys' | 'plugins' | 'files'>

/** A difference; `%` is replaced by the names of the others. */
type Difference = readonly [code: Drift['code'], text: string]

/** How a host differs from others that share its database. Hosts that differ in the same way share a sentence. */
export function driftOf(host: Compared, others: readonly Compared[]): Drift[] {
  const names = new Map<string, { code: Drift['code']; names: string[] }>()
  for (const other of others)
    for (const [code, text] of differences(host, other)) {
      const found = names.get(text) ?? { code, names: [] }
      names.set(text, { code, names: [...found.names, `[${other.name}]`] })
    }
  return [...names].map(([text, { code, names }]) => ({ code, message: text.replace('%', names.join(', ')) }))
}

function differences(host: Compared, other: Compared): Difference[] {
  const found: Difference[] = []
  if (host.version !== other.version)
    found.push(['atrium_version', `Atrium is [${host.version}] here and [${other.version}] on %.`])
  const [ours = '', theirs = ''] = [host.keys[0], other.keys[0]]
  if (!other.keys.includes(ours))
    found.push(['secret_key', `Secrets that are entered here cannot be opened on %: ATRIUM_SECRET_KEY differs.`])
  if (!host.keys.includes(theirs))
    found.push(['secret_key', `Secrets that are entered on % cannot be opened here: ATRIUM_SECRET_KEY differs.`])
  if (areFilesApart(host, other)) found.push(['files_apart', FILES_APART])
  // Before a host has tried to load its plugins, differences are unknown.
  return host.is_ready && other.is_ready ? [...found, ...pluginDifferences(host, other)] : found
}

const FILES_APART =
  'Files that are stored here cannot be read on %, and the other way round: mount one folder as [files] of all data directories, or set ATRIUM_FILES.'

/** Whether two hosts store files in different places. */
export function areFilesApart({ name, files }: Compared, other: Compared): boolean {
  if (files === undefined || other.files === undefined) return false
  if (files.place !== other.files.place) return true
  return files.without.includes(other.name) || other.files.without.includes(name)
}

/** Compares the plugins that one of the two serves. */
function pluginDifferences(host: Compared, other: Compared): Difference[] {
  const [ours, theirs] = [byId(host.plugins), byId(other.plugins)]
  const ids = [...new Set([...ours.keys(), ...theirs.keys()])].sort()
  return ids.map((id) => pluginDifference(id, ours.get(id), theirs.get(id))).filter((found) => found !== undefined)
}

const byId = (plugins: readonly HostPlugin[]) => new Map(plugins.map((plugin) => [plugin.id, plugin]))

function pluginDifference(id: string, ours?: HostPlugin, theirs?: HostPlugin): Difference | undefined {
  const [here, there] = [stateOf(ours), stateOf(theirs)]
  if (isChanging(here) || isChanging(there)) return undefined
  if (here !== there && [here, there].includes('active'))
    return ['plugin_state', `The plugin [${id}] is [${here}] here and [${there}] on %.`]
  if (ours?.content === undefined || theirs?.content === undefined) return undefined
  if (ours.version !== theirs.version)
    return ['plugin_version', `The plugin [${id}] is [${ours.version}] here and [${theirs.version}] on %.`]
  return ours.content === theirs.content
    ? undefined
    : ['plugin_content', `The plugin [${id}] has the version [${ours.version}] here and on %, but other files.`]
}

const stateOf = (plugin: HostPlugin | undefined) => plugin?.state ?? 'not installed'

const isChanging = (state: string) => state === 'activating' || state === 'deactivating'
