import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts processor time in this many ticks a second, whatever the kernel. */
const TICKS = 100

/** @typedef {{ pid: number, parent: number, seconds: number }} Process */

/**
 * The processor seconds that a process has taken until now, together with those of all processes that it started, running or ended.
 * Does not count processes that outlive the one that started them. Returns undefined without `/proc`, and for a process that is gone.
 *
 * @param {number} pid
 * @returns {number | undefined}
 */
export function processorSeconds(pid) {
  const running = listProcesses()
  const own = running.find((each) => each.pid === pid)
  if (own === undefined) return undefined
  return sum(own, running)
}

/**
 * @param {Process} process
 * @param {Process[]} running
 * @returns {number}
 */
function sum({ pid, seconds }, running) {
  const children = running.filter(({ parent }) => parent === pid)
  return children.reduce((total, child) => total + sum(child, running), seconds)
}

/** @returns {Process[]} */
function listProcesses() {
  try {
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
    return pids.map(Number).flatMap((pid) => readProcess(pid) ?? [])
  } catch {
    return []
  }
}

/** @param {number} pid */
function readProcess(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the name in parentheses, which may contain spaces. The fields 14 to 17 are the times of the process and of its
    // children that ended.
    const [, parent, ...fields] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const ticks = fields.slice(9, 13).reduce((sum, time) => sum + time, 0)
    return { pid, parent: Number(parent), seconds: ticks / TICKS }
  } catch {
    return undefined // It has ended.
  }
}
