import { readHostFile } from '../../base/config/index.ts'
import { isProcessRunning } from '../../base/lifetime/index.ts'
import { CommandFailed } from '../output/command-failed.ts'

/** Address and token of a running host. */
export interface HostAddress {
  /** Without a trailing slash. */
  readonly url: string
  readonly token: string
}

export interface FindOptions {
  readonly dataDir: string
  /** `--url`: replaces the URL in `host.json`. */
  readonly url?: string | undefined
  /** `--token`: replaces the token in `host.json`. */
  readonly token?: string | undefined
  /** `ATRIUM_ADMIN_TOKEN`: used for a host given by `--url` whose token is not in `host.json`. */
  readonly adminToken?: string | undefined
}

/** Milliseconds within which a running host must answer. */
const PROBE_LIMIT = 3_000

/**
 * Finds the host to use: the one at `url`, or else the one that wrote `host.json` to the data directory. Undefined if none runs. A
 * `host.json` whose process has ended, or whose address does not answer, was left behind by a killed host.
 * @throws CommandFailed `url_invalid`, `token_missing`
 */
export async function findHost({ dataDir, url, token, adminToken }: FindOptions): Promise<HostAddress | undefined> {
  const left = await readHostFile(dataDir)
  if (url !== undefined) {
    const named = withoutSlash(url)
    return namedHost(named, token ?? (left?.url === named ? left.token : adminToken))
  }
  if (left === undefined || !isProcessRunning(left.pid) || !(await answers(left.url))) return undefined
  return { url: left.url, token: token ?? left.token }
}

function namedHost(url: string, token: string | undefined): HostAddress {
  if (!/^https?:\/\/./.test(url)) {
    throw new CommandFailed('url_invalid', {
      message: `[${url}] is not the URL of a host.`,
      fix: 'Write it like this: http://127.0.0.1:3000.',
      exitCode: 2,
    })
  }
  if (token !== undefined) return { url, token }
  throw new CommandFailed('token_missing', {
    message: `There is no token for the host at [${url}].`,
    fix: 'Set ATRIUM_ADMIN_TOKEN to the token the host was started with, or pass --token.',
    exitCode: 2,
  })
}

const withoutSlash = (url: string) => url.replace(/\/+$/, '')

/** Sends no token, because another program may have taken over the process id and the port. */
async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/livez`, { signal: AbortSignal.timeout(PROBE_LIMIT) })
    const { status } = (await response.json()) as { status?: unknown }
    return status === 'alive'
  } catch {
    return false
  }
}
