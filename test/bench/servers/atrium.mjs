// The built host as the CLI starts it, except for the rate limits: requests are counted as usual, but the limits are out of reach.
import { createLogger, createRateLimit, readEnvironment, startHost } from './built.mjs'

const ENDLESS = { points: 1e9, seconds: 10 }

const options = readEnvironment(process.env)
await startHost({
  ...options,
  log: await createLogger({ level: options.logLevel }),
  limitCaller: createRateLimit(ENDLESS),
  limitAddress: createRateLimit(ENDLESS),
})
