import { spawnSync } from 'node:child_process'

/** Whether the limits of a running process can be changed here: with prlimit, which is part of util-linux. */
export const canLimitProcesses = () => spawnSync('prlimit', ['--version']).status === 0

/** Limits of another process, lowered as an operator's `ulimit` does. */
export interface ProcessLimits {
  /** The largest file that it may write, in bytes. */
  limitFileSize(bytes: number): void
  /** How many files it may have open. */
  limitDescriptors(count: number): void
}

export function limitsOf(pid: number): ProcessLimits {
  const set = (...limits: string[]) => {
    const { status, stderr } = spawnSync('prlimit', ['--pid', String(pid), ...limits])
    if (status !== 0) throw new Error(`prlimit failed: ${stderr.toString()}`)
  }
  return {
    limitFileSize: (bytes) => set(`--fsize=${bytes}:`),
    limitDescriptors: (count) => set(`--nofile=${count}:`),
  }
}
