import { stat } from 'node:fs/promises'

/** What files were like when they were about to be read. */
export class FileStamps {
  readonly #stamps = new Map<string, string>()

  async note(file: string): Promise<void> {
    this.#stamps.set(file, await stampOf(file))
  }

  /** Whether one of them was saved since: what was read of it may be half of it. */
  async areOutdated(): Promise<boolean> {
    const checks = [...this.#stamps].map(async ([file, stamp]) => (await stampOf(file)) !== stamp)
    return (await Promise.all(checks)).includes(true)
  }
}

/** The size too: within one tick of its clock a file system stamps two changes alike. */
async function stampOf(file: string): Promise<string> {
  const stats = await stat(file, { bigint: true }).catch(() => undefined)
  return stats ? `${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}` : 'gone'
}
