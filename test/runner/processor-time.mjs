import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts processor time in this many ticks a second, whatever the kernel. */
const TICKS = 100

/** @typedef {{ pid: number, parent: number, seconds: number }} Process */

/** Often enough for a browser of a few minutes; looking at all processes takes 10 ms. */
const SECONDS_BETWEEN_LOOKS = 5

/**
 * Counts the processor seconds of a process and of all processes that it starts, from now on. Most of Chromium outlives, for a moment, the
 * process that started it: then nobody is told what it took. So this looks from time to time and adds up what it sees, and only
 * what such a process took after the last look is lost.
 *
 * @param {number} pid
 * @param {{ seconds?: number }} [options]  Between two looks.
 * @returns {() => number | undefined}  Ends the count. Returns undefined without `/proc`, and for a process that is gone.
 */
export function countProcessorSeconds(pid, { seconds = SECONDS_BETWEEN_LOOKS } = {}) {
  let seen = secondsUntilNow(pid)
  let taken = 0
  const look = () => {
    const now = secondsUntilNow(pid)
    taken += Math.max(0, (now ?? 0) - (seen ?? 0))
    seen = now
  }
  const timer = setInterval(look, seconds * 1000)
  return () => {
    clearInterval(timer)
    look()
    return seen === undefined ? undefined : taken
  }
}

/**
 * What a process has taken until now, together with all processes that it started, running or ended.
 *
 * @param {number} pid
 * @returns {number | undefined}
 */
function secondsUntilNow(pid) {
  const running = listProcesses()
  const own = running.find((each) => each.pid === pid)
  return own && sum(own, running)
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
