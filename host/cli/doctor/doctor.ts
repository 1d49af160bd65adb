import { access } from 'node:fs/promises'
import path from 'node:path'
import type { HostOptions } from '../../base/config/index.ts'
import { type TableSource, withPostgres, withSqliteFile } from '../../base/db/index.ts'
import { findOwnHost, silenceOf } from '../connection/find-host.ts'
import { checkDatabase } from './check-database.ts'
import { checkFiles } from './check-files.ts'
import { checkFolder } from './check-folder.ts'
import { checkSettings } from './check-settings.ts'
import { error, type Finding } from './finding.ts'

/** What `atrium doctor` found. */
export interface Examination {
  /** False if there is an error. */
  readonly healthy: boolean
  readonly checked: readonly string[]
  readonly findings: readonly Finding[]
}

/** Examines the settings, the data directory and the database, even beside a running host. Changes nothing. */
export async function examine(options: HostOptions, circumstances: { isProduction: boolean }): Promise<Examination> {
  const { dataDir, databaseUrl, sqlite } = options
  const findings = checkSettings(options, circumstances)
  const checked = ['settings']
  const examineTables = async (source: TableSource) => {
    checked.push('database', 'migrations')
    findings.push(...(await checkDatabase(source, options)))
    if (options.s3) return
    checked.push('files')
    findings.push(...(await checkFiles(source, dataDir)))
  }
  if (await isThere(dataDir)) {
    checked.push('data directory')
    findings.push(...(await checkFolder(dataDir)), ...(await checkHost(dataDir)))
  }
  const file = path.join(dataDir, 'atrium.sqlite')
  try {
    if (databaseUrl !== undefined)
      await withPostgres(databaseUrl, (reader) => examineTables({ dialect: 'postgres', reader }))
    else if (await isThere(file))
      await withSqliteFile(file, { sqlite }, (reader) => examineTables({ dialect: 'sqlite', reader }))
  } catch (cause) {
    findings.push(unusable(databaseUrl === undefined ? file : new URL(databaseUrl).host, cause))
  }
  return { healthy: findings.every(({ severity }) => severity !== 'error'), checked, findings }
}

const isThere = (place: string) =>
  access(place).then(
    () => true,
    () => false,
  )

const unusable = (place: string, cause: unknown) =>
  error('database_unusable', {
    message: `The database [${place}] cannot be read: ${cause instanceof Error ? cause.message : String(cause)}.`,
    fix: 'If it is SQLite, keep a copy of the data directory and restore the latest backup. Otherwise check the server and DATABASE_URL.',
  })

/** Milliseconds. The host itself takes at most about four seconds to find out. */
const PATIENCE = 10_000

interface Readiness {
  readonly status: string
  readonly reason?: string
  readonly detail?: string
}

/**
 * Asks the host that runs on the data directory whether it is ready. It may encounter problems that nobody else can see, such as a full
 * disk of the server.
 */
async function checkHost(dataDir: string): Promise<Finding[]> {
  const host = await findOwnHost(dataDir)
  if (host === undefined) return []
  if (!host.answers) return [error('host_not_answering', silenceOf(host))]
  const { status, reason = status, detail = 'The log of the host says more.' } = await askReadiness(host.url)
  if (status !== 'unavailable') return []
  return [error('host_unavailable', { message: `The host at [${host.url}] is not ready: [${reason}].`, fix: detail })]
}

async function askReadiness(url: string): Promise<Readiness> {
  try {
    const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(PATIENCE) })
    return (await response.json()) as Readiness
  } catch (cause) {
    return { status: 'unavailable', reason: cause instanceof Error ? cause.message : String(cause) }
  }
}
