import { resolve } from 'node:path'
import { EGRESS_VARIABLE } from '../egress/index.ts'
import type { S3Location } from '../files/index.ts'
import type { LogLevel } from '../log/index.ts'
import * as variables from './variables.ts'
import type { Parse } from './variables.ts'

/** The environment is invalid. The message lists every wrong variable and never contains a secret. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError'
  readonly code = 'environment_invalid'
  /** One sentence each. */
  readonly findings: readonly string[]

  constructor(findings: readonly string[]) {
    super(['The environment is invalid:', ...findings.map((finding) => `  ${finding}`)].join('\n'))
    this.findings = findings
  }
}

type Environment = Readonly<Record<string, string | undefined>>

/** Their values never appear in an error. */
const SECRETS = new Set([
  'ATRIUM_ADMIN_TOKEN',
  'ATRIUM_MAIL',
  'ATRIUM_METRICS_TOKEN',
  'ATRIUM_SECRET_KEY',
  'AWS_SECRET_ACCESS_KEY',
  'DATABASE_URL',
])

/**
 * Reads the host's options from environment variables (ARCHITECTURE: Running). An empty variable counts as unset.
 * @param options.cwd the base of relative paths; default: the current directory
 * @throws EnvironmentError that lists every wrong variable
 */
export function readEnvironment(env: Environment, { cwd = process.cwd() }: { cwd?: string } = {}): HostOptions {
  const findings: string[] = []
  const read = <Value>(name: string, parse: Parse<Value>): Value | undefined => {
    const text = env[name]
    if (!text) return undefined
    const value = parse(text)
    if (!(value instanceof variables.Expected)) return value
    findings.push(describe(name, { text, expected: value.what }))
    return undefined
  }
  const bucket = read('ATRIUM_FILES', variables.bucket)
  const accessKeyId = read('AWS_ACCESS_KEY_ID', variables.token)
  const secretAccessKey = read('AWS_SECRET_ACCESS_KEY', variables.token)
  if (bucket && !(accessKeyId && secretAccessKey)) findings.push(KEYLESS)
  const options: HostOptions = {
    port: read('PORT', variables.port) ?? 3000,
    host: read('HOST', variables.hostName) ?? '127.0.0.1',
    publicUrl: read('ATRIUM_PUBLIC_URL', variables.publicUrl),
    basePath: read('ATRIUM_BASE_PATH', variables.basePath),
    corsOrigins: read('ATRIUM_CORS_ORIGINS', variables.origins),
    trustProxy: read('ATRIUM_TRUST_PROXY', variables.proxies),
    proxyHeader: read('ATRIUM_PROXY_HEADER', variables.proxyHeader),
    dataDir: read('ATRIUM_DATA_DIR', variables.path(cwd)) ?? resolve(cwd, 'data'),
    mail: readMail(read),
    oidcSecrets: readOidcSecrets(env),
    databaseUrl: read('DATABASE_URL', variables.databaseUrl),
    adminToken: read('ATRIUM_ADMIN_TOKEN', variables.longToken),
    metricsToken: read('ATRIUM_METRICS_TOKEN', variables.longToken),
    secretKeys: read('ATRIUM_SECRET_KEY', variables.secretKeys) ?? [],
    s3: bucket && accessKeyId && secretAccessKey ? { ...bucket, accessKeyId, secretAccessKey } : undefined,
    pluginDirectories: read('ATRIUM_PLUGINS', variables.paths(cwd)) ?? [resolve(cwd, 'plugins')],
    panelsFile: read('ATRIUM_PANELS', variables.path(cwd)) ?? resolve(cwd, 'panels.config.json'),
    panelsOptional: !env.ATRIUM_PANELS,
    watch: read('ATRIUM_WATCH', variables.flag) ?? env.NODE_ENV !== 'production',
    safeMode: read('ATRIUM_SAFE_MODE', variables.flag) ?? false,
    auditDays: read('ATRIUM_AUDIT_DAYS', variables.days) ?? 365,
    undoHours: read('ATRIUM_UNDO_HOURS', variables.days) ?? 24,
    undoSeconds: read('ATRIUM_UNDO_SECONDS', variables.seconds) ?? 15,
    jobDays: read('ATRIUM_JOB_DAYS', variables.days) ?? 30,
    notificationDays: read('ATRIUM_NOTIFICATION_DAYS', variables.days) ?? 90,
    webhookDays: read('ATRIUM_WEBHOOK_DAYS', variables.days) ?? 30,
    webhookSeconds: read('ATRIUM_WEBHOOK_SECONDS', variables.webhookSeconds) ?? 15,
    egressAllow: read(EGRESS_VARIABLE, variables.egressAllow) ?? [],
    handlerSeconds: read('ATRIUM_HANDLER_SECONDS', variables.handlerSeconds) ?? 10,
    idleSeconds: read('ATRIUM_IDLE_SECONDS', variables.idleSeconds) ?? 2,
    migrationSeconds: read('ATRIUM_MIGRATION_SECONDS', variables.migrationSeconds) ?? 900,
    jobBacklog: read('ATRIUM_JOB_BACKLOG', variables.limit) ?? 100_000,
    errorBudget: read('ATRIUM_ERROR_BUDGET', variables.errorBudget),
    blockedSeconds: read('ATRIUM_BLOCKED_SECONDS', variables.seconds) ?? 5,
    blockedEndSeconds: read('ATRIUM_BLOCKED_END_SECONDS', variables.seconds) ?? 30,
    sqlite: read('ATRIUM_SQLITE', variables.sqliteDriver),
    sqliteSync: read('ATRIUM_SQLITE_SYNC', variables.sqliteSync) ?? 'full',
    logLevel: read('LOG_LEVEL', variables.logLevel) ?? 'info',
  }
  if (options.proxyHeader && !env.ATRIUM_TRUST_PROXY) findings.push(NO_PROXY)
  if (findings.length > 0) throw new EnvironmentError(findings)
  return options
}

/** The secrets of identity providers, by the id of the provider: `ATRIUM_OIDC_COMPANY_SECRET` belongs to `company`. */
function readOidcSecrets(env: Environment): Record<string, string> {
  const entries = Object.entries(env).flatMap(([name, value]) => {
    const id = /^ATRIUM_OIDC_([A-Z0-9_]+)_SECRET$/.exec(name)?.[1]
    return id !== undefined && value ? [[id.toLowerCase().replaceAll('_', '-'), value] as const] : []
  })
  return Object.fromEntries(entries)
}

/** Without a configured sender, it is `atrium` at the mail server. */
function readMail(read: <Value>(name: string, parse: Parse<Value>) => Value | undefined): HostOptions['mail'] {
  const url = read('ATRIUM_MAIL', variables.mailUrl)
  const from = read('ATRIUM_MAIL_FROM', variables.mailAddress) ?? (url && `atrium@${new URL(url).hostname}`)
  return url && from ? { url, from } : undefined
}

const KEYLESS =
  '[ATRIUM_FILES] names a bucket, but its keys [AWS_ACCESS_KEY_ID] and [AWS_SECRET_ACCESS_KEY] are not both set. Set both.'

const NO_PROXY =
  '[ATRIUM_PROXY_HEADER] says what trusted proxies send, but [ATRIUM_TRUST_PROXY] names none. Name them, or unset it.'

function describe(name: string, { text, expected }: { text: string; expected: string }): string {
  const actual = SECRETS.has(name) ? 'Its value is secret and not shown here' : `It is [${text}]`
  return `[${name}] must be ${expected}. ${actual}. Correct it or unset it.`
}

/** The options of a host, as read from the environment (ARCHITECTURE: Running). Paths are absolute. */
export interface HostOptions {
  /** 0 picks any free port. Default 3000. */
  readonly port: number
  /** Default 127.0.0.1. */
  readonly host: string
  /** The public address of the platform, such as `https://atrium.example.org`. Default: the address that it listens on. */
  readonly publicUrl?: string | undefined
  /** The path below which everything is served, such as `/atrium`. Default: the whole address. */
  readonly basePath?: string | undefined
  /** Origins whose pages may read the API with a token (CORS). Default: none. */
  readonly corsOrigins?: readonly string[] | undefined
  /** Addresses and networks (`10.0.0.0/8`) of proxies whose headers name the sender of a request. Default: none. */
  readonly trustProxy?: readonly string[] | undefined
  /** The kind of these headers: `X-Forwarded-For`, `-Proto`, `-Host`, or `Forwarded` (RFC 7239). Default `x-forwarded`. */
  readonly proxyHeader?: 'x-forwarded' | 'forwarded' | undefined
  /** Sends links to people; its URL contains the password of the mail server. Default: links are shown to be copied. */
  readonly mail?: { readonly url: string; readonly from: string } | undefined
  /** Secrets of identity providers by their id. Default: all are public clients. */
  readonly oidcSecrets?: Readonly<Record<string, string>> | undefined
  /** Default `./data`. */
  readonly dataDir: string
  /** The URL of a PostgreSQL database. Default: SQLite in `dataDir`. */
  readonly databaseUrl?: string
  /** A bearer token with all permissions, of at least 32 characters. */
  readonly adminToken?: string
  /** A bearer token that may only read `GET /metrics`, of at least 32 characters. */
  readonly metricsToken?: string | undefined
  /** 32 bytes each. The first seals; all of them open. If empty, the host creates its own key. */
  readonly secretKeys: readonly Buffer[]
  /** The bucket that stores plugins' files. Default: files are stored in `dataDir`. */
  readonly s3?: S3Location | undefined
  /** Directories that contain plugins. Default `./plugins`. */
  readonly pluginDirectories: readonly string[]
  /** Default `./panels.config.json`. */
  readonly panelsFile: string
  /** Starts with one panel, Operations, while there is no such file. Default false; true in the environment unless it names a file. */
  readonly panelsOptional?: boolean
  /** Whether plugins are reloaded when their files change. Default: true unless NODE_ENV is `production`. */
  readonly watch: boolean
  /** Days for which the audit log is kept; 0 keeps everything. Default 365. */
  readonly auditDays?: number
  /** Hours for which changes can be undone; 0 turns undo off. Default 24. */
  readonly undoHours?: number
  /** Seconds for which mails and other effects of a change are delayed; if it is undone in that time, they are dropped. Default 15. */
  readonly undoSeconds?: number
  /** Days for which jobs that failed or were cancelled are kept; 0 keeps all of them. Default 30. */
  readonly jobDays?: number
  /** Days for which notifications of people are kept, read or not; 0 keeps all of them. Default 90. */
  readonly notificationDays?: number
  /** Days for which deliveries of webhooks are kept after their end; 0 keeps all of them. Default 30. */
  readonly webhookDays?: number
  /** Seconds within which the receiver of a webhook must answer. Default 15. */
  readonly webhookSeconds?: number
  /** Hosts and networks that plugins and webhooks may connect to besides public addresses, such as `localhost:11434`. Default: none. */
  readonly egressAllow?: readonly string[]
  /** Starts without plugins. */
  readonly safeMode: boolean
  /** Seconds that a handler, a transaction or a statement of a plugin may take, unless its route declares a limit. Default 10. */
  readonly handlerSeconds?: number
  /** Seconds for which a plugin's transaction may block SQLite's writer without using it. Default 2. */
  readonly idleSeconds?: number
  /** Seconds after which a migration of a plugin may begin no further statement. Default 900. */
  readonly migrationSeconds?: number
  /** The number of jobs of one plugin that may wait; further ones are refused. Default 100,000. */
  readonly jobBacklog?: number
  /** The share of a plugin's requests within a minute that may fail before its breaker opens. Default: there is no breaker. */
  readonly errorBudget?:
    | { readonly percent: number; readonly requests: number; readonly pauseSeconds?: number }
    | undefined
  /** Seconds for which the event loop may be blocked before the watchdog records the running code. 0: there is no watchdog. Default 5. */
  readonly blockedSeconds: number
  /** Seconds after which the process ends if code of a plugin still blocks it. 0: never. Default 30. */
  readonly blockedEndSeconds: number
  readonly sqlite?: 'sqlite3' | 'prebuilt'
  /** When SQLite waits for the disk: at every commit, or at checkpoints. Default `full`. */
  readonly sqliteSync?: 'full' | 'normal'
  /** Default `info`. */
  readonly logLevel: LogLevel
}
