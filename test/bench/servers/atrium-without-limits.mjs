// The built host without the limits that protect it from callers and plugins, for what they cost (`npm run bench -- limits`).
import { createLogger, readEnvironment, startHost } from './built.mjs'

const options = readEnvironment(process.env)
await startHost({
  ...options,
  log: await createLogger({ level: options.logLevel }),
  unlimited: true,
  errorBudget: undefined,
  blockedSeconds: 0,
  limitCaller: () => undefined,
  limitAddress: () => undefined,
})
