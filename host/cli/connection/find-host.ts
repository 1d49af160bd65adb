import { type HostFile, readHostFile } from '../../base/config/index.ts'
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
 * `host.json` whose process has ended, or at whose address nothing listens, was left behind by a killed host.
 * @throws CommandFailed `url_invalid`, `token_missing`; `host_not_answering` for a host that listens and does not answer: a second one
 * beside it would write to the same database
 */
export async function findHost({ dataDir, url, token, adminToken }: FindOptions): Promise<HostAddress | undefined> {
  if (url !== undefined) {
    const left = await readHostFile(dataDir)
    const named = withoutSlash(url)
    return namedHost(named, token ?? (left?.url === named ? left.token : adminToken))
  }
  const own = await findOwnHost(dataDir)
  if (own === undefined) return undefined
  if (!own.answers) throw notAnswering(own)
  return { url: own.url, token: token ?? own.token }
}

/**
 * Finds the host that wrote `host.json` to the data directory. It may accept connections and not answer: then its event loop is busy.
 * Undefined if none runs.
 */
export async function findOwnHost(dataDir: string): Promise<(HostFile & { readonly answers: boolean }) | undefined> {
  const left = await readHostFile(dataDir)
  if (left === undefined || !isProcessRunning(left.pid)) return undefined
  const found = await probe(left.url)
  return found === 'gone' ? undefined : { ...left, answers: found === 'alive' }
}

/** What a host that does not answer means, and what to do: its event loop is busy, and a plugin may keep it so for ever. */
export const silenceOf = ({ url, pid }: HostFile) => ({
  message: `The host [${url}] runs, but does not answer. It is overloaded, or a plugin blocks it.`,
  fix: `Try again in a moment, or read its log. If it does not recover, end it with \`kill -9 ${pid}\` and start it again: a plugin that blocked it is then quarantined.`,
})

/** What a command throws that needs such a host. */
export const notAnswering = (host: HostFile, cause?: unknown) =>
  new CommandFailed('host_not_answering', { ...silenceOf(host), cause })

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
async function probe(url: string): Promise<'alive' | 'silent' | 'gone'> {
  try {
    const response = await fetch(`${url}/livez`, { signal: AbortSignal.timeout(PROBE_LIMIT) })
    const { status } = (await response.json()) as { status?: unknown }
    return status === 'alive' ? 'alive' : 'gone'
  } catch (error) {
    return error instanceof Error && error.name === 'TimeoutError' ? 'silent' : 'gone'
  }
}
