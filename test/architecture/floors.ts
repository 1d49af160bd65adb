/** A floor of the host. Rooms in different wings of a floor must not import each other. */
interface Place {
  floor: number
  wing: string
}

/** The rooms of the host from the ground up: each line is a floor, each list in it a wing (ARCHITECTURE: Rooms). */
const FLOORS = [
  [
    [
      'base/backup',
      'base/config',
      'base/db',
      'base/egress',
      'base/errors',
      'base/files',
      'base/lifetime',
      'base/log',
      'base/networks',
      'base/secrets',
    ],
  ],
  [['core/auth', 'core/registries']],
  [
    ['core/sign-in'],
    [
      'core/operations',
      'core/hosts',
      'core/jobs',
      'core/notifications',
      'core/openapi',
      'core/bulk',
      'core/undo',
      'core/tools',
      'core/search',
      'core/webhooks',
    ],
  ],
  [['plugins'], ['doors/http', 'doors/routes', 'doors/ws', 'doors/mcp', 'doors/metrics']],
  [['platform']],
  [['host', 'create-services', 'open-doors', 'open-storage', 'repeat-work']],
  [['cli', 'index', 'testing']],
]

/** Folders of the host that hold rooms rather than files. */
const GROUPS = ['base', 'core', 'doors']

const PLACES = new Map(
  FLOORS.flatMap((wings, floor) =>
    wings.flatMap((names) => names.map((name) => [name, { floor, wing: names.join() }])),
  ),
)

/** Where a path inside `host/` lies. A file directly in `host/` is a room of its own. Throws for a room without a floor. */
export function placeOf(path: string): Place & { room: string } {
  const [, first = 'index', second = ''] = path.split('/')
  const room = (GROUPS.includes(first) ? `${first}/${second}` : first).replace(/\.\w+$/, '')
  const place = PLACES.get(room)
  if (!place)
    throw new Error(
      `[host/${room}] has no floor. Give it one in test/architecture/floors.ts and in host/ARCHITECTURE.md.`,
    )
  return { ...place, room }
}

/** Whether a file of the host may import another one: from its own room, a floor below, or its own wing. */
export function mayDescend(from: string, to: string): boolean {
  const here = placeOf(from)
  const there = placeOf(to)
  return there.floor < here.floor || (there.floor === here.floor && there.wing === here.wing)
}
