import { readdirSync, readFileSync } from 'node:fs'

/** The processor time that all threads of a process have used so far, in seconds. Linux only, as the machines of CI are. */
export function processorTime(pid: number): number {
  const folder = `/proc/${pid}/task`
  const nanoseconds = readdirSync(folder).map((thread) =>
    Number(readFileSync(`${folder}/${thread}/schedstat`, 'utf8').split(' ')[0]),
  )
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1e9
}
