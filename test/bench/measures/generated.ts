import { runGenerated } from '../../contract/generated/run-generated.ts'
import type { GeneratedOutcome } from '../../contract/generated/run-generated.ts'
import { atLeast, atMost, type Finding } from '../finding.ts'
import { startAtrium, TOKEN } from '../start-atrium.ts'

const COUNT = Number(process.env.ATRIUM_GENERATED_REQUESTS ?? 1_000_000)
const SEED = Number(process.env.ATRIUM_GENERATED_SEED ?? 2)

/** Sends a million random requests of every operation, and checks each answer against OpenAPI. */
export async function generated(): Promise<Finding[]> {
  await using atrium = await startAtrium({ unlimited: true, env: { LOG_LEVEL: 'silent' } })
  for (const id of ['clients', 'booking', 'template'])
    await atrium.request(`/api/v1/plugins/${id}/seed`, { scale: 0.05, in_production: true })
  const begun = performance.now()
  const outcome = await runGenerated({
    url: atrium.url,
    token: TOKEN,
    seed: SEED,
    count: COUNT,
    onProgress: tell,
    onTrouble,
  })
  for (const failure of outcome.failures) console.error(failure)
  const { sent, slowest, succeeded, operations, statuses } = outcome
  const rate = Math.round(sent / ((performance.now() - begun) / 1_000))
  const note = `of ${sent} requests, ${rate} a second, the slowest ${Math.round(slowest)} ms, ${JSON.stringify(statuses)}`
  return [
    atMost('generated requests: wrong answers', outcome.failures.length, { wanted: 0, digits: 0, note }),
    atLeast('generated requests: operations that succeeded', (100 * succeeded.size) / operations, {
      wanted: 70,
      unit: ' %',
    }),
  ]
}

const onTrouble = (trouble: string) => console.log(new Date().toISOString(), trouble)

function tell({ sent, failures }: GeneratedOutcome): void {
  console.log(`${new Date().toISOString()} ${sent} sent`, ...failures)
}
