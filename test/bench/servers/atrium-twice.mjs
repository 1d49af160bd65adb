// Two hosts in one process: the built host with all limits on PORT, and on ATRIUM_FREE_PORT, with ATRIUM_FREE_DATA_DIR, one without the
// limits that protect it from callers and plugins (`npm run bench -- limits`).
import { createLogger, createRateLimit, readEnvironment, startHost } from './built.mjs'

const ENDLESS = { points: 1e9, seconds: 10 }

const options = readEnvironment(process.env)
const log = await createLogger({ level: options.logLevel })
const { ATRIUM_FREE_PORT: PORT, ATRIUM_FREE_DATA_DIR: ATRIUM_DATA_DIR } = process.env
await startHost({
  ...readEnvironment({ ...process.env, PORT, ATRIUM_DATA_DIR }),
  log,
  unlimited: true,
  errorBudget: undefined,
  blockedSeconds: 0,
  limitCaller: () => undefined,
  limitAddress: () => undefined,
})
await startHost({ ...options, log, limitCaller: createRateLimit(ENDLESS), limitAddress: createRateLimit(ENDLESS) })
