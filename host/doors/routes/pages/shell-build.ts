import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readShell } from './read-shell.ts'
import type { Shell } from './read-shell.ts'

/** The built web client as it is now: a build that is made or made anew while the host runs is seen at the next page. */
export class ShellBuild {
  readonly #directory: string
  #shell: Promise<Shell | undefined> = Promise.resolve(undefined)
  #builtAt = -1

  constructor(directory: string) {
    this.#directory = directory
  }

  /** Looks for a new build. Undefined where there is none. */
  async current(): Promise<Shell | undefined> {
    const builtAt = await stat(join(this.#directory, 'index.html')).then(
      ({ mtimeMs }) => mtimeMs,
      () => -1,
    )
    if (builtAt !== this.#builtAt) {
      this.#builtAt = builtAt
      this.#shell = builtAt === -1 ? Promise.resolve(undefined) : readShell(this.#directory)
      this.#shell.catch(() => (this.#builtAt = -1))
    }
    return this.#shell
  }

  /** What was read last, for the files that a page asks for. */
  async last(): Promise<Shell | undefined> {
    return (await this.#shell) ?? this.current()
  }
}
