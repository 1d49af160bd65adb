import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isFresh } from '../../host/launch/build-packages.mjs'
import { host, sdk } from '../../host/launch/packages.mjs'
import { root } from '../../host/launch/root.mjs'

const TSX = pathToFileURL(join(root, 'node_modules/tsx/dist/loader.mjs')).href
const SOURCES = ['--conditions=atrium-source', '--import', TSX, join(root, 'host/cli/main.ts')]

/** What was built starts three times as quickly as the sources, which it is used for where it is the same. */
const COMMAND_LINE = [sdk, host].every((each) => isFresh(root, each)) ? [join(root, 'host/dist/cli/main.js')] : SOURCES

/** What `npx atrium` runs: it builds what is stale. */
const BIN = [join(root, 'host/launch/atrium.mjs')]

export interface AtriumOptions {
  readonly cwd: string
  /** Besides PATH and HOME, which is all of this process's that it gets. */
  readonly env?: Readonly<Record<string, string>>
  /** As `npx atrium` does it. Default false: without looking whether something has to be installed or built. */
  readonly byBin?: boolean
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
  const child = spawn(process.execPath, [...(options.byBin ? BIN : COMMAND_LINE), ...args], {
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
