import { compare, type Comparison } from '../compare.ts'
import { fillItems } from '../fill-items.ts'
import { atLeast, type Finding } from '../finding.ts'
import { listsByProcessorTime } from '../lists-by-processor-time.ts'
import { median } from '../median.ts'
import { requireSame } from '../require-same.ts'
import { startAtrium, TEMPLATE_ALONE, TOKEN } from '../start-atrium.ts'

const LIST = '/api/v1/template/items?_start=0&_end=25&_sort=name'
/** Few, so that the database's part does not hide that of the limits. */
const ROWS = 300
/** Two processes of one program differ by some hundredths, however long they run, so several pairs are compared. */
const PAIRS = 7
const ROUNDS = 10

/**
 * A list with all limits on, against the same host without them: of callers and networks, of handlers and statements, turns on the
 * database, the breaker and the watchdog. Counted in requests for each second of the host's processor time, which others on the machine
 * change least.
 */
export async function limits(): Promise<Finding[]> {
  return [await on('sqlite3'), await on('prebuilt')]
}

async function on(driver: 'sqlite3' | 'prebuilt'): Promise<Finding> {
  const pairs: Comparison[] = []
  for (let pair = 0; pair < PAIRS; pair += 1) pairs.push(await comparePair(driver))
  const of = (value: (pair: Comparison) => number) => median(pairs.map(value))
  const rates = `${of(({ measured }) => measured).toFixed()} / ${of(({ reference }) => reference).toFixed()}`
  const spread = pairs.map(({ ratio }) => ratio.toFixed(2)).sort()
  const note = `${rates} for each second of processor time; ${PAIRS} pairs: ${spread.join(' ')}`
  const ratio = of((pair) => pair.ratio)
  return atLeast(`list with all limits, ${driver}, against without`, ratio, { wanted: 0.97, digits: 3, note })
}

/** Compares a new host with limits to a new one without. */
async function comparePair(driver: 'sqlite3' | 'prebuilt'): Promise<Comparison> {
  const env = { ...TEMPLATE_ALONE, ATRIUM_SQLITE: driver, ATRIUM_ERROR_BUDGET: '50/20' }
  await using limited = await startAtrium({ unlimited: true, env })
  await using free = await startAtrium({ env, script: 'test/bench/servers/atrium-without-limits.mjs' })
  for (const { dataDir } of [limited, free]) await fillItems(dataDir, ROWS)
  await requireSame(limited.request(LIST), free.request(LIST))
  return await compare(
    () => listsByProcessorTime(limited, { path: LIST, tokens: [TOKEN] }),
    () => listsByProcessorTime(free, { path: LIST, tokens: [TOKEN] }),
    { rounds: ROUNDS },
  )
}
