import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { once } from 'node:events'
import { join } from 'node:path'
import { root } from '../../host/launch/root.mjs'
import { hostScript } from './host-script.ts'

/** What `npx atrium` runs: it builds stale packages first. */
const BIN = [join(root, 'host/launch/atrium.cjs')]

export interface AtriumOptions {
  readonly cwd: string
  /** Besides PATH, HOME and TMPDIR, the only variables that it inherits. */
  readonly env?: Readonly<Record<string, string>>
  /** What it reads from standard input. Default: there is none. */
  readonly input?: string
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
  const { PATH = '', HOME = '', TMPDIR } = process.env
  const { flags, file } = hostScript('cli/main.ts')
  const child = spawn(process.execPath, [...(options.byBin ? BIN : [...flags, file]), ...args], {
    cwd: options.cwd,
    env: { PATH, HOME, ...(TMPDIR !== undefined && { TMPDIR }), ...options.env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.on('error', () => undefined).end(options.input)
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ])
  return { code, stdout, stderr, json: <Value>() => JSON.parse(stdout) as Value }
}
