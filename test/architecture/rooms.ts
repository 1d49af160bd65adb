/** Which other rooms a room may import; `plugin` and `plugin tests` stand for those of any one plugin (ARCHITECTURE: Rooms). */
const KNOWN = {
  'sdk/documents': [],
  sdk: ['sdk/documents'],
  'sdk/host': ['sdk', 'sdk/documents'],
  'sdk/testing': ['sdk', 'sdk/documents'],
  'sdk/tool-search': [],
  'host/launch': [],
  'host/shell': ['sdk/documents'],
  'host/testing': ['host', 'sdk', 'sdk/host', 'sdk/documents', 'sdk/testing'],
  host: ['sdk', 'sdk/host', 'sdk/documents', 'sdk/tool-search'],
  plugin: ['sdk', 'sdk/documents', 'sdk/tool-search'],
  'plugin tests': ['sdk', 'sdk/documents', 'sdk/testing', 'sdk/tool-search', 'host/testing'],
} as const satisfies Record<string, readonly string[]>

type Kind = keyof typeof KNOWN | 'test'

/** A part of the repository with its own import rules (ARCHITECTURE: Rooms); `plugin` is the id of the plugin it belongs to. */
export interface Room {
  kind: Kind
  plugin?: string
}

/** From the particular to the general: a path belongs to the first folder that it lies in. */
const FOLDERS = [
  'sdk/documents',
  'sdk/host',
  'sdk/testing',
  'sdk/tool-search',
  'sdk',
  'host/launch',
  'host/shell',
  'host/testing',
  'host',
  'test',
] as const

/** The room that a file or folder of ours belongs to. Throws for an unknown place. */
export function roomOf(path: string): Room {
  const [top, plugin, part] = path.split('/')
  if (top === 'plugins' && plugin) return { kind: part === 'test' ? 'plugin tests' : 'plugin', plugin }
  const kind = FOLDERS.find((folder) => path === folder || path.startsWith(`${folder}/`))
  if (!kind) throw new Error(`[${path}] lies in no room of host/ARCHITECTURE.md.`)
  return { kind }
}

/** Whether a file of room `from` may import from room `to`. Tests may import everything, nothing imports tests. */
export function mayImport(from: Room, to: Room): boolean {
  if (from.kind === 'test') return true
  if (from.plugin && to.plugin)
    return from.plugin === to.plugin && (from.kind === to.kind || from.kind === 'plugin tests')
  if (from.kind === to.kind) return true
  const known: readonly string[] = KNOWN[from.kind]
  return known.includes(to.kind)
}
