/** A storey of the host. Rooms of different wings on the same floor do not know each other. */
interface Place {
  floor: number
  wing: string
}

/** The rooms of the host from the ground up: each line is a floor, each list in it a wing. Design section 2. */
const FLOORS = [
  [['errors', 'log', 'config', 'db', 'secrets', 'files']],
  [['auth', 'registries']],
  [['operations', 'jobs']],
  [['plugins'], ['http', 'routes', 'ws', 'mcp'], ['platform']],
  [['host']],
  [['cli', 'index', 'testing']],
]

const PLACES = new Map(
  FLOORS.flatMap((wings, floor) =>
    wings.flatMap((names) => names.map((name) => [name, { floor, wing: names.join() }])),
  ),
)

/**
 * Where a path inside `host/` lies: a folder, or a file directly in it, is a room. Throws for a room without a floor.
 */
export function placeOf(path: string): Place & { room: string } {
  const room = (path.split('/')[1] ?? 'index').replace(/\.\w+$/, '')
  const place = PLACES.get(room)
  if (!place)
    throw new Error(`[host/${room}] has no floor. Give it one in test/architecture/floors.ts and in design section 2.`)
  return { ...place, room }
}

/** Whether a file of the host may import another one: from its own room, a floor below, or its own wing. */
export function mayDescend(from: string, to: string): boolean {
  const here = placeOf(from)
  const there = placeOf(to)
  return there.floor < here.floor || (there.floor === here.floor && there.wing === here.wing)
}
