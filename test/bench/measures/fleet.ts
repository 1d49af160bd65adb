import { setTimeout as pause } from 'node:timers/promises'
import { compare } from '../compare.ts'
import { atLeast, atMost, type Finding } from '../finding.ts'
import { FIRST, type ManyPlugins, TITLE, titleFile, writeManyPlugins } from '../fleet/many-plugins.ts'
import { load } from '../load.ts'
import { median } from '../median.ts'
import { requestBytes } from '../request-bytes.ts'
import { COUNTED, hostMemory } from '../soak/host-memory.ts'
import { type Atrium, type AtriumOptions, startAtrium, TOKEN } from '../start-atrium.ts'

const STARTS = 3
const RELOADS = 20
const LOAD = { connections: 16, milliseconds: 500, status: 200 }
const DOCUMENTS = {
  manifest: `/api/v1/panels/operations/modules/${FIRST}/manifest`,
  dashboard: `/api/v1/ui/dashboards/${FIRST}-vehicles-list`,
}

/** The largest number of plugins: 100, or the value of the variable. */
const MOST = Number(process.env.ATRIUM_FLEET ?? 100)

/** The cost of one plugin beside few and beside many others: at the start, per request, per reload. */
export async function fleet(): Promise<Finding[]> {
  const [one, some, many] = [await startOften(1), await startOften(10), await startOften(MOST)]
  const each = (start: Start) => ({
    milliseconds: (start.milliseconds - one.milliseconds) / (start.plugins - 1),
    megabytes: (start.megabytes - one.megabytes) / (start.plugins - 1),
  })
  const [few, most] = [each(some), each(many)]
  const note = (a: number, b: number, unit: string) =>
    `${b.toFixed(2)} ${unit} for each of ${MOST}, ${a.toFixed(2)} for each of 10`
  return [
    atMost('start for each plugin, many against few', most.milliseconds / few.milliseconds, {
      wanted: 1.25,
      note: note(few.milliseconds, most.milliseconds, 'ms'),
    }),
    atMost('memory for each plugin, many against few', most.megabytes / few.megabytes, {
      wanted: 1.25,
      note: note(few.megabytes, most.megabytes, 'MB'),
    }),
    ...(await besideOthers()),
  ]
}

interface Start {
  readonly plugins: number
  readonly milliseconds: number
  readonly megabytes: number
}

async function startOften(plugins: number): Promise<Start> {
  await using fleet = await writeManyPlugins(plugins)
  const starts: Start[] = []
  for (let start = 0; start < STARTS; start += 1) starts.push(await startOnce(fleet, plugins))
  return {
    plugins,
    milliseconds: median(starts.map(({ milliseconds }) => milliseconds)),
    megabytes: median(starts.map(({ megabytes }) => megabytes)),
  }
}

async function startOnce(fleet: ManyPlugins, plugins: number): Promise<Start> {
  await using atrium = await startWith(fleet, COUNTED)
  const { heap } = await hostMemory(atrium)
  return { plugins, milliseconds: atrium.milliseconds, megabytes: heap / 1e6 }
}

/** The same plugin on two hosts at the same time: one has only this plugin, one has many. */
async function besideOthers(): Promise<Finding[]> {
  await using alone = await writeManyPlugins(1)
  await using crowded = await writeManyPlugins(MOST)
  await using small = await startWith(alone)
  await using large = await startWith(crowded)
  const findings: Finding[] = []
  for (const [name, path] of Object.entries(DOCUMENTS)) {
    const { ratio } = await compare(
      () => loadDocument(large, path),
      () => loadDocument(small, path),
    )
    findings.push(atLeast(`${name} beside ${MOST - 1} plugins, against alone`, ratio, { wanted: 0.8 }))
  }
  const among = await reloads(large, crowded)
  const own = await reloads(small, alone)
  const note = `${among.toFixed()} ms against ${own.toFixed()}`
  return [...findings, atMost(`a reload beside ${MOST - 1} plugins, against alone`, among / own, { wanted: 1.2, note })]
}

async function reloads(atrium: Atrium, { first }: ManyPlugins): Promise<number> {
  const taken: number[] = []
  for (let turn = 0; turn < RELOADS; turn += 1) {
    await first.write({ [TITLE]: titleFile(`Fleet ${turn}`) })
    const begun = performance.now()
    await atrium.request(`/api/v1/plugins/${FIRST}/reload`, {})
    taken.push(performance.now() - begun)
    await pause(50)
  }
  return median(taken)
}

const startWith = ({ directory, panelsFile }: ManyPlugins, options: AtriumOptions = { unlimited: true }) =>
  startAtrium({
    ...options,
    env: { ATRIUM_PLUGINS: directory, ATRIUM_PANELS: panelsFile, ATRIUM_WATCH: '0', LOG_LEVEL: 'warn' },
  })

function loadDocument({ url }: Atrium, path: string): Promise<number> {
  const bytes = requestBytes('GET', path, { headers: { Authorization: `Bearer ${TOKEN}` } })
  return load({ ...LOAD, url, request: () => bytes })
}
