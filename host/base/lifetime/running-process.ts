/** Whether a process with this id runs. A process of another user counts too: EPERM means that it exists. */
export function isProcessRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
