import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/** Whether the limits of a running process can be changed here: with prlimit, which is part of util-linux. */
export const canLimitProcesses = () => spawnSync('prlimit', ['--version']).status === 0

/** Limits of another process, lowered as an operator's `ulimit` does. */
export interface ProcessLimits {
  /** The largest file that it may write, in bytes. */
  limitFileSize(bytes: number): void
  /** Leaves it no free file descriptor. */
  takeDescriptors(): void
  /** Lifts both limits. */
  lift(): void
  /** Whether it opened and closed no file for two seconds. */
  isSettled(): Promise<boolean>
}

export function limitsOf(pid: number): ProcessLimits {
  const set = (...limits: string[]) => {
    const { status, stderr } = spawnSync('prlimit', ['--pid', String(pid), ...limits])
    if (status !== 0) throw new Error(`prlimit failed: ${stderr.toString()}`)
  }
  return {
    limitFileSize: (bytes) => set(`--fsize=${bytes}:`),
    takeDescriptors: () => set(`--nofile=${firstFree(pid)}:`),
    lift: () => set('--fsize=unlimited:', '--nofile=1024:'),
    isSettled: async () => {
      const before = openFiles(pid)
      await pause(2_000)
      return openFiles(pid) === before
    },
  }
}

const openFiles = (pid: number) => readdirSync(`/proc/${pid}/fd`).join()

/** A process gets the lowest free descriptor, and none that is not below its limit. */
function firstFree(pid: number): number {
  const open = new Set(readdirSync(`/proc/${pid}/fd`).map(Number))
  let descriptor = 0
  while (open.has(descriptor)) descriptor += 1
  return descriptor
}
