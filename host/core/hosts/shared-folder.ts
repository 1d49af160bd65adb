import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { HostFiles, ListedHost } from './host-table.ts'

/** Where the hosts that use a folder of files leave their marks. */
const MARKS = path.join('files', '.hosts')

interface FolderOptions {
  /** The id of this host. */
  readonly id: string
  readonly dataDir: string
  /** Whether files are in a bucket instead. */
  readonly s3?: object | undefined
}

/** The folder of a host's files, in which each host that uses it leaves a mark. So a host sees which others share the folder. */
export class SharedFolder {
  readonly #id: string
  readonly #isUsed: boolean
  readonly #directory: string

  constructor({ id, dataDir, s3 }: FolderOptions) {
    this.#id = id
    this.#isUsed = s3 === undefined
    this.#directory = path.join(dataDir, MARKS)
  }

  /** Leaves the mark of this host. */
  async mark(): Promise<void> {
    if (!this.#isUsed) return
    await mkdir(this.#directory, { recursive: true, mode: 0o700 })
    await writeFile(this.#placeOf(this.#id), '', { mode: 0o600 })
  }

  async unmark(): Promise<void> {
    if (this.#isUsed) await rm(this.#placeOf(this.#id), { force: true })
  }

  /** Compares the folder with those of other hosts, and renews a mark that was removed. */
  async compare(others: readonly ListedHost[]): Promise<HostFiles> {
    if (!this.#isUsed) return { place: 'bucket', without: [] }
    const marks = await this.#marks()
    if (!marks.includes(this.#id)) await this.mark()
    const without = others.filter(({ id, files }) => files?.place === 'folder' && !marks.includes(id))
    return { place: 'folder', without: without.map(({ name }) => name) }
  }

  /** Removes the marks of killed hosts, which are no longer listed. */
  async sweep(listed: readonly ListedHost[]): Promise<void> {
    const known = new Set([this.#id, ...listed.map(({ id }) => id)])
    for (const mark of this.#isUsed ? await this.#marks() : [])
      if (!known.has(mark)) await rm(this.#placeOf(mark), { force: true })
  }

  #marks(): Promise<string[]> {
    return readdir(this.#directory).catch(() => [])
  }

  #placeOf(id: string): string {
    return path.join(this.#directory, id)
  }
}
