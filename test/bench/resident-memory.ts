import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The resident memory of a process in MB (a million bytes). Linux has it in /proc, other systems in `ps`, both in KiB. */
export async function residentMemory(pid: number): Promise<number> {
  const told = await readFile(`/proc/${pid}/status`, 'utf8').then(
    (status) => /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1],
    async () => (await run('ps', ['-o', 'rss=', '-p', String(pid)])).stdout,
  )
  return (Number(told) * 1024) / 1e6
}
