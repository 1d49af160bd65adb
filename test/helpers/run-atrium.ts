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

/** The build starts three times as fast as the sources; it is used if it is up to date. */
const COMMAND_LINE = [sdk, host].every((each) => isFresh(root, each)) ? [join(root, 'host/dist/cli/main.js')] : SOURCES

/** What `npx atrium` runs: it builds stale packages first. */
const BIN = [join(root, 'host/launch/atrium.mjs')]

export interface AtriumOptions {
  readonly cwd: string
  /** Besides PATH and HOME, the only variables that it inherits. */
  readonly env?: Readonly<Record<string, string>>
  /** Runs it as `npx atrium` does. Default false: without checking whether something has to be installed or built. */
  readonly byBin?: boolean
}

/** The outcome of a command. */
export interface AtriumRun {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  /** Standard output, parsed. */
  json<Value>(): Value
}

/** Runs one command of `atrium` to its end, in its own process, without a terminal. */
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
