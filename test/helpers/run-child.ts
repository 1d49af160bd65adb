import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

/** A process that has printed its first line. */
export interface Child {
  readonly pid: number
  /** The beginning of what it printed, as a rule one line. */
  readonly printed: string
  /** Kills it as `kill -9` does and resolves when it is gone. */
  kill(): Promise<void>
}

/** Options of Node for a child that imports the sources of our packages. */
export const FROM_SOURCES = ['--conditions=atrium-source', '--import', 'tsx']

/**
 * Runs a module in its own process and resolves when it has printed a line. It ends with the process of the test at the latest.
 * @param options.flags options of Node, default none: our packages are then their builds
 */
export async function runChild(source: string, { flags = [] }: { flags?: readonly string[] } = {}): Promise<Child> {
  // Its standard input closes when this process ends in any way; then it ends too.
  const module = `process.stdin.on('end', () => process.exit()).resume()\n${source}`
  const args = [...flags, '--input-type=module', '--eval', module]
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['pipe', 'pipe', 'inherit'] })
  const [printed] = (await Promise.race([once(child.stdout, 'data'), once(child, 'exit').then(failed)])) as [Buffer]
  return {
    pid: child.pid ?? 0,
    printed: printed.toString(),
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
}

function failed(): never {
  throw new Error('The child process ended before it printed a line; its errors are above.')
}
