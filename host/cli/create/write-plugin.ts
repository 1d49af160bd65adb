import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { PluginFiles } from './rename-template.ts'

/** Writes a plugin beside its place and moves it there: a host that watches never finds half of it. */
export async function writePlugin(directory: string, files: PluginFiles): Promise<void> {
  const parent = path.dirname(directory)
  await mkdir(parent, { recursive: true })
  // Folders that begin with a dot are no candidates for plugins.
  const draft = await mkdtemp(path.join(parent, '.create-'))
  try {
    const plugin = path.join(draft, 'plugin')
    for (const [file, text] of files) await writeNew(path.join(plugin, file), text)
    await rename(plugin, directory)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

async function writeNew(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, text)
}
