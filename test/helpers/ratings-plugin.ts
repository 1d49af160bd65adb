import { cp, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createTestDirectory } from './test-directory.ts'

export const RATINGS = path.resolve(import.meta.dirname, '../fixtures/plugins/ratings')

/** A copy of the plugin `ratings`, which brings its own elements, to be edited while a host has it loaded. */
export interface RatingsCopy {
  readonly directory: string
  /** Replaces the first occurrence of a text. Fails if there is none. */
  edit(file: string, from: string, to: string): Promise<void>
  write(file: string, text: string): Promise<void>
  remove(): Promise<void>
}

export async function copyRatings(): Promise<RatingsCopy> {
  const { directory: root, remove } = await createTestDirectory()
  const directory = path.join(root, 'plugins', 'ratings')
  await cp(RATINGS, directory, { recursive: true })
  const write = (file: string, text: string) => writeFile(path.join(directory, file), text)
  return {
    ...{ directory, remove, write },
    edit: async (file, from, to) => {
      const before = await readFile(path.join(directory, file), 'utf8')
      if (!before.includes(from)) throw new Error(`[${file}] does not contain [${from}].`)
      await write(
        file,
        before.replace(from, () => to),
      )
    },
  }
}
