import { cp, readFile, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createTestDirectory } from '../helpers/test-directory.ts'
import { TEMPLATE } from './use-shell.ts'

/** A copy of the template plugin, to be edited while a host watches it. */
export interface EditedTemplate {
  readonly directory: string
  /** Its directory and those of the plugins beside it. */
  readonly all: readonly string[]
  /** Saves one of its files with a part of it replaced. @throws Error where that part is not in it */
  edit(file: string, from: string, to: string): Promise<void>
  /** Saves every edited file as it was in the beginning. */
  restore(): Promise<void>
  remove(): Promise<void>
}

/** Copies the template plugin into a temporary directory, and links other plugins of the repository, such as `booking`, beside it. */
export async function editedTemplate(...others: string[]): Promise<EditedTemplate> {
  const { directory: parent, remove } = await createTestDirectory()
  const directory = path.join(parent, 'template')
  await cp(TEMPLATE, directory, { recursive: true })
  for (const name of others) await symlink(path.join(TEMPLATE, '..', name), path.join(parent, name))
  const edited = new Set<string>()
  return {
    directory,
    all: [directory, ...others.map((name) => path.join(parent, name))],
    remove,
    edit: async (file, from, to) => {
      const place = path.join(directory, file)
      const text = await readFile(place, 'utf8')
      if (!text.includes(from)) throw new Error(`[${file}] of the copied template does not hold [${from}].`)
      edited.add(file)
      await writeFile(place, text.replace(from, to))
    },
    restore: async () => {
      for (const file of edited) await cp(path.join(TEMPLATE, file), path.join(directory, file))
      edited.clear()
    },
  }
}
