import { type Child, runChild } from './run-child.ts'

/** Locks a SQLite file for writing in another process, until that process is killed. */
export function lockElsewhere(file: string): Promise<Child> {
  return runChild(`
    import { DatabaseSync } from '@photostructure/sqlite'
    // A handle that is collected as garbage lets go of its lock.
    globalThis.handle = new DatabaseSync(${JSON.stringify(file)})
    handle.exec('BEGIN IMMEDIATE')
    console.log('locked')`)
}
