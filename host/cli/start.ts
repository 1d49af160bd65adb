import { performance } from 'node:perf_hooks'
import { ConfigError, EnvironmentError, readEnvironment } from '../base/config/index.ts'
import { DatabaseError } from '../base/db/index.ts'
import { createLogger } from '../base/log/index.ts'
import { startHost } from '../host.ts'
import { SecretError } from '../base/secrets/index.ts'
import { survivePlugins } from './survive-plugins.ts'
import { welcome } from './welcome.ts'

/** Importing this file starts a host as the environment says, until SIGINT or SIGTERM. */
process.setSourceMapsEnabled(true)

try {
  const options = readEnvironment(process.env)
  const log = await createLogger({ level: options.logLevel })
  survivePlugins(options.pluginDirectories, log)
  const development = process.env.NODE_ENV !== 'production'
  const host = await startHost({ ...options, log, development, checkResponses: development })
  await host.ready
  log.flush()
  process.stdout.write(welcome(host, { milliseconds: performance.now() }))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop(host))
} catch (error) {
  fail(error)
}

async function stop(host: { close(): Promise<void> }): Promise<void> {
  await host.close()
  process.exit(0)
}

/** What an operator can mend is told without a stack. */
function fail(error: unknown): never {
  const mendable = [ConfigError, EnvironmentError, DatabaseError, SecretError].some((kind) => error instanceof kind)
  process.stderr.write(`Atrium did not start.\n${mendable ? (error as Error).message : describe(error)}\n`)
  process.exit(1)
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
    return `${error.message}. Something else listens there: stop it, or choose another PORT.`
  }
  return error.stack ?? error.message
}
