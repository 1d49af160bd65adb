// The built host that loads use. On SIGUSR2 it prints one line: how many generations of the plugin `fleet` were published, how many
// of them are gone from memory, and the size of the heap. Needs `--expose-gc`.
import { setTimeout as pause } from 'node:timers/promises'
import { createLogger, createRateLimit, readEnvironment, startHost } from './built.mjs'

const ENDLESS = { points: 1e9, seconds: 10 }

const options = readEnvironment(process.env)
process.setSourceMapsEnabled(true)
const host = await startHost({
  ...options,
  log: await createLogger({ level: options.logLevel }),
  limitCaller: createRateLimit(ENDLESS),
  limitAddress: createRateLimit(ENDLESS),
})
await host.ready

let published = 0
let finalized = 0
const generations = new FinalizationRegistry(() => {
  finalized += 1
})

host.registries.onChange(({ owner }) => {
  // A handler is a function of the plugin: it is collected when its whole generation is.
  const operation = host.registries.operations.get('GET /api/v1/fleet/generation')
  if (owner !== 'fleet' || operation === undefined) return
  published += 1
  generations.register(operation.declaration.handler, undefined)
})

process.on('SIGUSR2', () => void tell())

async function tell() {
  for (let round = 0; round < 20; round += 1) {
    globalThis.gc?.()
    await pause(20)
  }
  const memory = { published, finalized, heap: process.memoryUsage().heapUsed }
  process.stdout.write(`${JSON.stringify({ memory })}\n`)
}
