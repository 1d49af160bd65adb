import type { S3Location } from '../files/s3-location.ts'
import type { LogLevel } from '../log/index.ts'

/** What the environment says about a host (design section 11); paths are absolute. */
export interface HostOptions {
  /** 0 takes any free one. Default 3000. */
  readonly port: number
  /** Default 127.0.0.1. */
  readonly host: string
  /** Default `./data`. */
  readonly dataDir: string
  /** PostgreSQL; without it SQLite in `dataDir`. */
  readonly databaseUrl?: string
  /** Presets a bearer token with all permissions. */
  readonly adminToken?: string
  /** 32 bytes each: the first seals, all of them open. Empty where the host is to keep a key of its own. */
  readonly secretKeys: readonly Buffer[]
  /** A bucket that plugins' files are kept in; without it they are in `dataDir`. */
  readonly s3?: S3Location | undefined
  /** Directories to look for plugins in. Default `./plugins`. */
  readonly pluginDirectories: readonly string[]
  /** Default `./panels.config.json`. */
  readonly panelsFile: string
  /** Whether plugins are reloaded when their files change. Default: unless NODE_ENV is `production`. */
  readonly watch: boolean
  /** Starts with no plugin. */
  readonly safeMode: boolean
  readonly sqlite?: 'sqlite3' | 'prebuilt'
  /** Default `info`. */
  readonly logLevel: LogLevel
}
