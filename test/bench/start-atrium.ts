import { join } from 'node:path'
import { createTestDirectory } from '../helpers/test-directory.ts'
import { startServer } from './start-server.ts'
import type { Server } from './start-server.ts'

export const ROOT = join(import.meta.dirname, '../..')

/** The environment of a host that has only the plugin `template`. */
export const TEMPLATE_ALONE = { ATRIUM_PANELS: join(ROOT, 'test/bench/template.config.json') }

/** As in `npm start`. */
const FLAGS = ['--max-semi-space-size=4', '--require', join(ROOT, 'host/launch/threads.cjs')]

export const TOKEN = 'a-token-for-benchmarks-that-may-do-everything'

/** A built host with its own data directory. */
export interface Atrium extends Server {
  readonly dataDir: string
  /** Fetches a path of the host with the token. A `json` body is posted. */
  request(path: string, json?: unknown): Promise<Response>
}

export interface AtriumOptions {
  readonly env?: Readonly<Record<string, string>>
  /** Default: an empty one, which is removed at the end. */
  readonly dataDir?: string
  /** Without rate limits, for a load. Default: the host as `npm start` runs it. */
  readonly unlimited?: boolean
  /** Another start script, relative to the root. */
  readonly script?: string
  /** Options of Node. */
  readonly flags?: readonly string[]
}

/** Starts the built host with the plugins of this repository. */
export async function startAtrium(options: AtriumOptions = {}): Promise<Atrium> {
  const { env = {}, unlimited = false, flags = [] } = options
  const { directory, remove } = await createTestDirectory()
  const dataDir = options.dataDir ?? directory
  const script = options.script ?? (unlimited ? 'test/bench/servers/atrium.mjs' : 'host/dist/cli/start.js')
  const server = await startServer(join(ROOT, script), {
    flags: [...FLAGS, ...flags],
    env: { ...environment(dataDir), ...env },
  })
  return {
    ...server,
    dataDir,
    request: requestTo(server.url),
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]()
      await remove()
    },
  }
}

const environment = (dataDir: string) => ({
  ATRIUM_DATA_DIR: dataDir,
  ATRIUM_ADMIN_TOKEN: TOKEN,
  ATRIUM_PLUGINS: join(ROOT, 'plugins'),
  ATRIUM_PANELS: join(ROOT, 'panels.config.json'),
})

/** Sends requests to the host at an address. */
export const requestTo =
  (url: string): Atrium['request'] =>
  (path, json) =>
    request(url + path, json)

async function request(url: string, json: unknown): Promise<Response> {
  const authorization = `Bearer ${TOKEN}`
  const response = await (json === undefined
    ? fetch(url, { headers: { authorization } })
    : fetch(url, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(json),
      }))
  if (!response.ok) throw new Error(`[${url}] answered ${response.status}: ${await response.text()}`)
  return response
}
