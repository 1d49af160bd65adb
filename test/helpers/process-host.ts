import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { PluginStatus } from '@atrium/sdk/documents'
import { read, type Answer, type Init } from '../contract/template-host.ts'
import { findFreePort } from './find-free-port.ts'
import { hostScript } from './host-script.ts'
import { createPluginDirectory, packageJson, type PluginFiles } from './plugin-directory.ts'
import { createTestDirectory } from './test-directory.ts'
import { until } from './until.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const TOKEN = 'a-token-for-tests-that-may-do-everything'

/** The standard input of the host closes when the process of the test ends in any way; then the host ends too. */
const END_WITH_TEST = `data:text/javascript,${encodeURIComponent(`
  import { isMainThread } from 'node:worker_threads'
  if (isMainThread) process.stdin.on('end', () => process.exit()).resume()
`)}`

/** A host in a process of its own, which plugins may block or end, and which can be started again on the same data. */
export interface ProcessHost {
  /** Without a path. */
  readonly url: string
  /** The token of a caller who may do everything. */
  readonly token: string
  readonly dataDir: string
  /** Starts a process. Resolves at once. */
  start(env?: Readonly<Record<string, string>>): void
  /** Waits until the host has tried to load its plugins. */
  ready(): Promise<void>
  ask<Body = unknown>(path: string, init?: Init): Promise<Answer<Body>>
  status(id: string): Promise<PluginStatus>
  /** Writes another source for a plugin. */
  write(id: string, source: string): Promise<void>
  /** The environment for a command of `atrium` on the same data. */
  readonly environment: Readonly<Record<string, string>>
  /** What the process has written to standard error. */
  readonly stderr: string
  /** What it has written to standard output: its log, if the test sets LOG_LEVEL. */
  readonly logged: string
  /** Ends the process as `kill -9` does. */
  kill(): Promise<void>
  /** Resolves when the process has ended by itself. */
  ended(): Promise<{ code: number | null; signal: NodeJS.Signals | null }>
  remove(): Promise<void>
}

/** Writes plugins, each with its source or its files by id, and a host for them that is not started yet. */
export async function createProcessHost(plugins: Readonly<Record<string, string | PluginFiles>>): Promise<ProcessHost> {
  const { directory, remove } = await createTestDirectory()
  const parent = path.join(directory, 'plugins')
  const dataDir = path.join(directory, 'data')
  await mkdir(parent)
  const ids = Object.keys(plugins)
  for (const [id, source] of Object.entries(plugins)) {
    const own = typeof source === 'string' ? { 'src/index.ts': source } : source
    const files = { 'package.json': packageJson({ name: id, atrium: { id, title: id } }), ...own }
    await createPluginDirectory(files, { parent, name: id })
  }
  const panelsFile = path.join(directory, 'panels.config.json')
  await writeFile(panelsFile, JSON.stringify({ panels: [], plugins: { active: ids } }))
  const port = String(await findFreePort())
  const url = `http://127.0.0.1:${port}`
  const environment = {
    PORT: port,
    ATRIUM_DATA_DIR: dataDir,
    ATRIUM_PANELS: panelsFile,
    ATRIUM_PLUGINS: parent,
    ATRIUM_ADMIN_TOKEN: TOKEN,
    ATRIUM_WATCH: '0',
    LOG_LEVEL: 'silent',
  }
  let child: ChildProcess | undefined
  let stderr = ''
  let logged = ''

  const ask = async <Body>(to: string, init: Init = {}): Promise<Answer<Body>> => {
    const { json, ...rest } = init
    const headers = {
      authorization: `Bearer ${TOKEN}`,
      ...(json !== undefined && { 'content-type': 'application/json' }),
    }
    return read(await fetch(url + to, { ...rest, headers, ...(json !== undefined && { body: JSON.stringify(json) }) }))
  }
  return {
    url,
    token: TOKEN,
    dataDir,
    environment,
    get stderr() {
      return stderr
    },
    get logged() {
      return logged
    },
    start: (env = {}) => {
      const { flags, file } = hostScript('cli/start.ts')
      const args = [...flags, '--import', END_WITH_TEST, file]
      const { PATH = '' } = process.env
      const started = spawn(process.execPath, args, {
        cwd: ROOT,
        env: { PATH, ...environment, ...env },
        stdio: ['pipe', 'pipe', 'pipe'],
      })
      started.stderr.on('data', (text: Buffer) => (stderr += text.toString()))
      started.stdout.on('data', (text: Buffer) => (logged += text.toString()))
      child = started
    },
    ready: async () => {
      await until('the host', async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.status === 200)
    },
    ask,
    status: async (id) => (await ask<PluginStatus>(`/api/v1/plugins/${id}`)).body,
    write: (id, source) => writeFile(path.join(parent, id, 'src/index.ts'), source),
    kill: async () => {
      if (child?.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
    ended: async () => {
      if (child!.exitCode === null && child!.signalCode === null) await once(child!, 'exit')
      return { code: child!.exitCode, signal: child!.signalCode }
    },
    remove,
  }
}
