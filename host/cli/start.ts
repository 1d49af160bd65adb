import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { styleText } from 'node:util'
import type { Diagnostic } from '@atrium/sdk/documents'
import { ConfigError, EnvironmentError, readEnvironment } from '../base/config/index.ts'
import { DatabaseError } from '../base/db/index.ts'
import { placeText } from '../base/errors/index.ts'
import type { HostLogger } from '../base/log/index.ts'
import { createLogger, withSourceLines } from '../base/log/index.ts'
import { SecretError } from '../base/secrets/index.ts'
import type { Host } from '../host.ts'
import { startHost } from '../host.ts'
import { authorFrame, storeBundles, storePassedChecks } from '../plugins/index.ts'

/** Importing this file starts a host, configured by the environment. It runs until SIGINT or SIGTERM. */
process.setSourceMapsEnabled(true)
// All plugins share it. One more member of it, from a package or a merged request, would break every answer of the host.
Object.preventExtensions(Object.prototype)

try {
  const options = readEnvironment(process.env)
  const log = await createLogger({ level: options.logLevel })
  // A host that runs from its sources may bundle differently after each save.
  if (path.extname(import.meta.filename) === '.js') {
    const folder = path.join(options.dataDir, 'bundles')
    storeBundles(folder)
    storePassedChecks(folder)
  }
  const started: { host?: Host } = {}
  // Installed before the host has started, because a process that ends by a signal is no evidence against the plugins that it was loading.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop(started.host))
  survivePlugins(options.pluginDirectories, { log, started })
  const development = process.env.NODE_ENV !== 'production'
  const host = (started.host = await startHost({ ...options, log, development, checkResponses: development }))
  await host.ready
  await new Promise<unknown>((resolve) => log.flush(resolve))
  process.stdout.write(welcome(host, performance.now()))
} catch (error) {
  fail(error)
}

/**
 * Uncaught errors of a plugin, for example in a timer or in a promise that is not awaited, are logged and reported with the author's line
 * and do not end the host. An uncaught error of the host itself ends it, because its state is then unknown.
 */
function survivePlugins(
  directories: readonly string[],
  { log, started }: { log: HostLogger; started: { readonly host?: Host } },
): void {
  const survive = (error: unknown) => {
    if (started.host?.takeStray(error)) return
    const where = directories.map((directory) => authorFrame(error, directory)).find((frame) => frame !== undefined)
    if (where === undefined && !isAbort(error)) {
      log.fatal('the host failed', { err: error })
      process.exit(1)
    }
    log.error('a plugin threw an error that nothing caught', { err: error, where })
  }
  process.on('uncaughtException', survive)
  process.on('unhandledRejection', survive)
}

/** The requests of a disposed generation reject, and nobody may be awaiting them. */
function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}

/** The first error, with its place unless the message begins with it. */
function reasonOf(diagnostics: readonly Diagnostic[]): string {
  const first = diagnostics.find(({ severity }) => severity === 'error') ?? diagnostics[0]
  if (first === undefined) return 'see the log'
  const { message } = first
  const place = placeText(first)
  return place === '' || message.startsWith(place) ? message : `${place}: ${message}`
}

/** The text that `atrium start` prints when the host is ready. */
function welcome({ url, publicUrl, signInLink, registries }: Host, milliseconds: number): string {
  const plugins = registries.plugins.list().filter(({ desired }) => desired === 'active')
  const failed = plugins.filter(({ state }) => state !== 'active')
  const active = plugins.length - failed.length
  const bold = (text: string) => styleText('bold', text)
  const dim = (text: string) => styleText('dim', text)
  const red = (text: string) => styleText('red', text)
  const lines = [
    '',
    `  ${bold('Atrium')} is ready after ${(milliseconds / 1000).toFixed(1)} s, with ${active} ${active === 1 ? 'plugin' : 'plugins'}.`,
    ...failed.map(({ id, diagnostics }) => `  ${red(`${id} did not start:`)} ${reasonOf(diagnostics)}`),
    '',
    `  ${dim('Shell')}     ${publicUrl}`,
    `  ${dim('API')}       ${publicUrl}/docs`,
    ...(signInLink === undefined
      ? []
      : [
          `  ${dim('Sign in')}   ${bold(signInLink.replace(url, publicUrl))}`,
          `            ${dim('works once, within 24 hours')}`,
        ]),
    '',
    '',
  ]
  return lines.join('\n')
}

async function stop(host: Host | undefined): Promise<void> {
  await host?.close()
  process.exit(0)
}

/** Errors that an operator can correct are shown without a stack. */
function fail(error: unknown): never {
  const isCorrectable = [ConfigError, EnvironmentError, DatabaseError, SecretError].some(
    (kind) => error instanceof kind,
  )
  process.stderr.write(`Atrium did not start.\n${isCorrectable ? (error as Error).message : describe(error)}\n`)
  process.exit(1)
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
    return `${error.message}. Another process listens there: stop it, or choose another PORT.`
  }
  return withSourceLines(error.stack ?? error.message)
}
