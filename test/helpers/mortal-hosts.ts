import { startChildHost } from './child-host.ts'
import { findFreePort } from './find-free-port.ts'
import type { Child } from './run-child.ts'
import { createTestDirectory } from './test-directory.ts'

const TOKEN = 'a-token-for-tests-that-may-do-everything'

export interface MortalHostsOptions {
  /** More than one needs a shared PostgreSQL. */
  readonly count: number
  /** The variables of each host, besides port, token and data directory. */
  readonly environment: Readonly<Record<string, string>>
}

/** Hosts in their own processes. A killed one comes back at the same address, with its data directory. */
export interface MortalHosts {
  readonly count: number
  readonly kills: number
  readonly urls: readonly string[]
  readonly dataDirs: readonly string[]
  /** Sends a request to one of the hosts that are up. Rejects if the connection breaks off. */
  request(path: string, init?: RequestInit & { json?: unknown }): Promise<Response>
  /** Kills the next host as `kill -9` does, and resolves when it is back and ready. */
  kill(): Promise<void>
  end(): Promise<void>
}

/** Starts hosts one after another, so that only the first migrates. The caller ends them. */
export async function startMortalHosts({ count, environment }: MortalHostsOptions): Promise<MortalHosts> {
  const hosts: MortalHost[] = []
  for (let index = 0; index < count; index++) hosts.push(await startMortalHost(environment))
  let kills = 0
  let asked = 0
  return {
    count,
    urls: hosts.map(({ url }) => url),
    dataDirs: hosts.map(({ dataDir }) => dataDir),
    get kills() {
      return kills
    },
    request: (path, init) => {
      const up = hosts.filter(({ isUp }) => isUp)
      const among = up.length > 0 ? up : hosts
      return send(`${among[asked++ % among.length]?.url}${path}`, init)
    },
    kill: () => (hosts[kills++ % count] as MortalHost).kill(),
    end: async () => void (await Promise.all(hosts.map((host) => host.end()))),
  }
}

interface MortalHost {
  readonly url: string
  readonly dataDir: string
  readonly isUp: boolean
  kill(): Promise<void>
  end(): Promise<void>
}

async function startMortalHost(environment: MortalHostsOptions['environment']): Promise<MortalHost> {
  const { directory, remove } = await createTestDirectory()
  const port = await findFreePort()
  const own = { PORT: String(port), ATRIUM_DATA_DIR: directory, ATRIUM_ADMIN_TOKEN: TOKEN }
  const start = () => startChildHost({ ...environment, ...own })
  let child: Child = await start()
  let isUp = true
  return {
    url: `http://127.0.0.1:${port}`,
    dataDir: directory,
    get isUp() {
      return isUp
    },
    kill: async () => {
      isUp = false
      await child.kill()
      child = await start()
      isUp = true
    },
    end: async () => {
      await child.kill()
      await remove()
    },
  }
}

/** Sends a request to a host, with the token that may do everything. */
export function send(url: string, { json, ...init }: RequestInit & { json?: unknown } = {}): Promise<Response> {
  const headers = new Headers(init.headers)
  headers.set('authorization', `Bearer ${TOKEN}`)
  if (json === undefined) return fetch(url, { ...init, headers })
  headers.set('content-type', 'application/json')
  return fetch(url, { ...init, headers, body: JSON.stringify(json) })
}
