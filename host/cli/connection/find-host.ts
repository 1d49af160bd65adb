import { readHostFile } from '../../base/config/index.ts'
import { CommandFailed } from '../command-failed.ts'

/** How a running host is reached. */
export interface HostAddress {
  /** Without a slash at the end. */
  readonly url: string
  readonly token: string
}

export interface FindOptions {
  readonly dataDir: string
  /** `--url`: instead of what `host.json` says. */
  readonly url?: string | undefined
  /** `--token`: instead of what `host.json` says. */
  readonly token?: string | undefined
  /** `ATRIUM_ADMIN_TOKEN`: for a host that is named and has left no token here. */
  readonly adminToken?: string | undefined
}

/** Milliseconds within which a host that lives says so. */
const PROBE_LIMIT = 3_000

/**
 * Finds the host to talk to: the one that is named, else the one that has left its `host.json` in the data directory. Undefined where
 * none runs: a file whose process is gone, or whose address nobody answers at, was left behind by a host that was killed.
 * @throws CommandFailed for a named host without a token
 */
export async function findHost({ dataDir, url, token, adminToken }: FindOptions): Promise<HostAddress | undefined> {
  const left = await readHostFile(dataDir)
  if (url !== undefined) {
    const named = withoutSlash(url)
    return nameHost(named, token ?? (left?.url === named ? left.token : adminToken))
  }
  if (left === undefined || !isRunning(left.pid) || !(await answers(left.url))) return undefined
  return { url: left.url, token: token ?? left.token }
}

function nameHost(url: string, token: string | undefined): HostAddress {
  if (!/^https?:\/\/./.test(url)) {
    throw new CommandFailed('url_invalid', {
      message: `[${url}] is no address of a host.`,
      fix: 'Write it as http://127.0.0.1:3000.',
      exitCode: 2,
    })
  }
  if (token !== undefined) return { url, token }
  throw new CommandFailed('token_missing', {
    message: `The host at [${url}] has left no token here.`,
    fix: 'Set ATRIUM_ADMIN_TOKEN to the one it was started with, or give one by --token.',
    exitCode: 2,
  })
}

const withoutSlash = (url: string) => url.replace(/\/+$/, '')

/** A process of somebody else counts: it is there. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Asked without the token: the number of the process, and the port, may have become somebody else's. */
async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/livez`, { signal: AbortSignal.timeout(PROBE_LIMIT) })
    const { status } = (await response.json()) as { status?: unknown }
    return status === 'alive'
  } catch {
    return false
  }
}
