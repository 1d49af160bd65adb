// The built host as the CLI starts it, but for the limits of requests: they are counted as ever, and too high to be reached.
import { createLogger, createRateLimit, readEnvironment, startHost } from './built.mjs'

const ENDLESS = { points: 1e9, seconds: 10 }

const options = readEnvironment(process.env)
await startHost({
  ...options,
  log: await createLogger({ level: options.logLevel }),
  limitCaller: createRateLimit(ENDLESS),
  limitAddress: createRateLimit(ENDLESS),
})
