import { createTestDirectory } from '../../helpers/test-directory.ts'
import { findFreePort } from '../../helpers/find-free-port.ts'
import { compare, type Comparison } from '../compare.ts'
import { fillItems } from '../fill-items.ts'
import { atLeast, type Finding } from '../finding.ts'
import { listsByProcessorTime } from '../lists-by-processor-time.ts'
import { median } from '../median.ts'
import { requireSame } from '../require-same.ts'
import { type Atrium, requestTo, startAtrium, TEMPLATE_ALONE, TOKEN } from '../start-atrium.ts'
import { tokensOfPeople } from '../tokens-of-people.ts'

const LIST = '/api/v1/template/items?_start=0&_end=25&_sort=name'
/** Few, so that the database's part does not hide that of the limits. */
const ROWS = 300
const PAIRS = 5
/** Many short ones: a machine that gets slower for a second then affects both alike. */
const ROUNDS = 30
const ROUND = 200
/** As many as the load has connections. */
const PEOPLE = 16
const PERMISSIONS = ['template.items.view']

type Driver = 'sqlite3' | 'prebuilt'

/** The lists of several callers, and those of one. */
interface Pair {
  readonly several: Comparison
  readonly one: Comparison
}

/**
 * A list with all limits on, against a host without them: of callers and networks, of handlers and statements, turns on the
 * database, the breaker and the watchdog. Counted in requests for each second of processor time, which others on the machine
 * change least, of two hosts in one process: two processes of one program differ by some hundredths, however long they run. With 16 callers,
 * both hosts use about as many readers at once. One caller with 16 connections is the worst case: it gets half of the readers with limits
 * and all of them without, so its figure is also that of another parallelism.
 */
export async function limits(): Promise<Finding[]> {
  return [...(await on('sqlite3')), ...(await on('prebuilt'))]
}

async function on(driver: Driver): Promise<Finding[]> {
  const pairs: Pair[] = []
  for (let pair = 0; pair < PAIRS; pair += 1) pairs.push(await comparePair(driver))
  return [
    finding(
      `list of ${PEOPLE} callers with all limits, ${driver}, against without`,
      pairs.map(({ several }) => several),
    ),
    finding(
      `list of one caller with all limits, ${driver}, against without`,
      pairs.map(({ one }) => one),
    ),
  ]
}

function finding(name: string, pairs: readonly Comparison[]): Finding {
  const of = (value: (pair: Comparison) => number) => median(pairs.map(value))
  const rates = `${of(({ measured }) => measured).toFixed()} / ${of(({ reference }) => reference).toFixed()}`
  const spread = pairs.map(({ ratio }) => ratio.toFixed(2)).sort()
  const note = `${rates} for each second of processor time; ${pairs.length} pairs: ${spread.join(' ')}`
  return atLeast(name, median(pairs.map(({ ratio }) => ratio)), { wanted: 0.97, digits: 3, note })
}

/** Two hosts in one process: one with limits and one without. */
interface Hosts extends AsyncDisposable {
  readonly limited: Atrium
  readonly free: Atrium
}

async function startBoth(driver: Driver): Promise<Hosts> {
  const { directory: dataDir, remove } = await createTestDirectory()
  const port = await findFreePort()
  const second = { ATRIUM_FREE_PORT: String(port), ATRIUM_FREE_DATA_DIR: dataDir }
  const limited = await startAtrium({
    script: 'test/bench/servers/atrium-twice.mjs',
    env: { ...TEMPLATE_ALONE, ATRIUM_SQLITE: driver, ATRIUM_ERROR_BUDGET: '50/20', ...second },
  })
  const url = `http://127.0.0.1:${port}`
  const free = { ...limited, url, dataDir, request: requestTo(url) }
  const end = async () => {
    await limited[Symbol.asyncDispose]()
    await remove()
  }
  return { limited, free, [Symbol.asyncDispose]: end }
}

/** Compares two new hosts. */
async function comparePair(driver: Driver): Promise<Pair> {
  await using hosts = await startBoth(driver)
  const { limited, free } = hosts
  const people = new Map<Atrium, readonly string[]>()
  for (const host of [limited, free]) {
    await fillItems(host.dataDir, ROWS)
    people.set(host, await tokensOfPeople(host, { count: PEOPLE, permissions: PERMISSIONS }))
  }
  await requireSame(limited.request(LIST), free.request(LIST))
  const round = (host: Atrium, tokens: readonly string[]) => () =>
    listsByProcessorTime(host, { path: LIST, tokens, milliseconds: ROUND })
  const compareFor = (tokensOf: (host: Atrium) => readonly string[]) =>
    compare(round(limited, tokensOf(limited)), round(free, tokensOf(free)), { rounds: ROUNDS })
  return { several: await compareFor((host) => people.get(host) ?? []), one: await compareFor(() => [TOKEN]) }
}
