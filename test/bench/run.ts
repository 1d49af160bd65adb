// `npm run bench` builds stale packages, measures, prints a table, and exits with 1 if a wanted value is missed.
// `npm run bench -- list key` runs only these measures. The method is in README.md.
import { availableParallelism, loadavg } from 'node:os'
import { buildPackages } from '../../host/launch/build-packages.mjs'
import { launch } from '../../host/launch/launch.mjs'
import type { Finding, Measure } from './finding.ts'
import { approvals } from './measures/approvals.ts'
import { bookingList } from './measures/booking-list.ts'
import { budgets } from './measures/budgets.ts'
import { clientImport } from './measures/client-import.ts'
import { clientSearch } from './measures/client-search.ts'
import { recordCondition } from './measures/condition.ts'
import { cuts } from './measures/cuts.ts'
import { explain } from './measures/explain.ts'
import { firstLoad } from './measures/first-load.ts'
import { firstRow } from './measures/first-row.ts'
import { fleet } from './measures/fleet.ts'
import { forgeries } from './measures/forgeries.ts'
import { generated } from './measures/generated.ts'
import { hops } from './measures/hops.ts'
import { idempotencyKey } from './measures/idempotency-key.ts'
import { injections } from './measures/injections.ts'
import { killedHosts } from './measures/killed-hosts.ts'
import { kills } from './measures/kills.ts'
import { limits } from './measures/limits.ts'
import { manyConditions } from './measures/many-conditions.ts'
import { mutants } from './measures/mutants.ts'
import { neighbours } from './measures/neighbours.ts'
import { refresh } from './measures/refresh.ts'
import { reload } from './measures/reload.ts'
import { shellDocuments } from './measures/shell-documents.ts'
import { shellSpeed } from './measures/shell-speed.ts'
import { slots } from './measures/slots.ts'
import { soak } from './measures/soak.ts'
import { startAndIdle } from './measures/start-and-idle.ts'
import { streams } from './measures/streams.ts'
import { tables } from './measures/tables.ts'
import { templateList } from './measures/template-list.ts'
import { ROOT } from './start-atrium.ts'
import { table } from './table.ts'

const MEASURES: Readonly<Record<string, Measure>> = {
  documents: shellDocuments,
  list: templateList,
  condition: recordCondition,
  conditions: manyConditions,
  bookings: bookingList,
  slots,
  search: clientSearch,
  import: clientImport,
  key: idempotencyKey,
  reload,
  start: startAndIdle,
  hops,
  load: firstLoad,
  row: firstRow,
  soak: async () => [...(await soak()), ...(await killedHosts())],
  explain,
  fleet,
  tables,
  generated,
  kills,
  limits,
  mutants,
  neighbours,
  approvals,
  forgeries,
  cuts,
  budgets,
  injections,
  refresh,
  streams,
  shell: shellSpeed,
}

/** They take from a minute to two hours, so they run only when they are named. */
const NAMED_ONLY = new Set([
  ...['approvals', 'forgeries', 'cuts', 'budgets', 'injections', 'refresh', 'streams'],
  ...['conditions', 'generated', 'kills', 'limits', 'mutants', 'neighbours', 'shell'],
])

await launch(() => buildPackages(ROOT), measureAll)

async function measureAll(): Promise<void> {
  const words = process.argv.slice(2)
  const chosen = Object.entries(MEASURES).filter(([name]) =>
    words.length === 0 ? !NAMED_ONLY.has(name) : words.includes(name),
  )
  const findings: Finding[] = []
  for (const [name, measure] of chosen) {
    process.stdout.write(`${name} … `)
    findings.push(...(await measure().catch((error: unknown) => failed(name, error))))
  }
  console.log(`\n\n${table(findings)}\n`)
  console.log(`Node ${process.version}, ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)} at the end.`)
  process.exitCode = findings.every(({ met }) => met) ? 0 : 1
}

/** The other measures still run. */
function failed(name: string, error: unknown): Finding[] {
  console.error(error)
  return [{ measure: name, figure: 'could not be measured, see above', wanted: 'a figure', met: false }]
}
