import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../../host/launch/root.mjs'

const TSX = pathToFileURL(join(root, 'node_modules/tsx/dist/loader.mjs')).href

/** How the command line is started: from its sources, or as `npx atrium` does it. */
const STARTS = {
  sources: ['--conditions=atrium-source', '--import', TSX, join(root, 'host/cli/main.ts')],
  bin: [join(root, 'host/launch/atrium.mjs')],
} as const

export interface AtriumOptions {
  readonly cwd: string
  /** Besides PATH and HOME, which is all of this process's that it gets. */
  readonly env?: Readonly<Record<string, string>>
  /** Default: its sources. */
  readonly from?: keyof typeof STARTS
}

/** What a command came to. */
export interface AtriumRun {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  /** Standard output, parsed. */
  json<Value>(): Value
}

/** Runs one command of `atrium` to its end, in a process of its own, without a terminal. */
export async function runAtrium(args: readonly string[], options: AtriumOptions): Promise<AtriumRun> {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [...STARTS[options.from ?? 'sources'], ...args], {
    cwd: options.cwd,
    env: { PATH, HOME, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ])
  return { code, stdout, stderr, json: <Value>() => JSON.parse(stdout) as Value }
}
