import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findFreePort } from '../helpers/find-free-port.ts'
import { createTestDirectory } from '../helpers/test-directory.ts'

/** A running server in its own process; disposing of it stops it. */
export interface Server extends AsyncDisposable {
  readonly url: string
  readonly pid: number
  /** From the start of the process to the first answer of 200. */
  readonly milliseconds: number
  /** What it has printed. */
  printed(): Promise<string>
}

export interface ServerOptions {
  readonly args?: readonly string[]
  /** Options of Node. */
  readonly flags?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Default `/readyz`. */
  readonly probe?: string
}

const PATIENCE = 180_000

/**
 * Starts a script as in production: from the build, with NODE_ENV=production, its log (level info) in a file. It gets a free PORT
 * and has started when the probe answers 200.
 */
export async function startServer(script: string, options: ServerOptions = {}): Promise<Server> {
  const { args = [], flags = [], env = {}, probe = '/readyz' } = options
  const { directory, remove } = await createTestDirectory()
  const output = join(directory, 'output')
  const file = await open(output, 'w')
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const begun = performance.now()
  const child = spawn(process.execPath, [...flags, script, ...args], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', LOG_LEVEL: 'info', PORT: String(port), ...env },
    stdio: ['ignore', file.fd, 'inherit'],
  })
  const exit = once(child, 'exit')
  const answered = answers(url + probe)
  const failed = exit.then(() => {
    throw new Error(`[${script}] ended before it answered; its errors are above.`)
  })
  await Promise.race([answered, failed])
  const milliseconds = performance.now() - begun
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    await exit
    await file.close()
    await remove()
  }
  return {
    url,
    pid: child.pid ?? 0,
    milliseconds,
    printed: () => readFile(output, 'utf8'),
    [Symbol.asyncDispose]: stop,
  }
}

async function answers(url: string): Promise<void> {
  for (const end = performance.now() + PATIENCE; performance.now() < end; await pause(5)) {
    const isReady = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
  }
  throw new Error(`[${url}] did not answer 200 within ${PATIENCE} ms.`)
}
