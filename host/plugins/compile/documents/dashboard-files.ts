import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { type JsonMistake, parseJson } from '../../../base/config/index.ts'

/** A file of `ui/dashboards/`, as it was read. */
export interface DashboardFile {
  /** The name without `.json`: the dashboard's id. */
  readonly id: string
  /** Relative to the plugin directory. */
  readonly file: string
  readonly content: { readonly value: unknown } | { readonly mistake: JsonMistake }
}

/** Reads `<plugin>/ui/dashboards/*.json` in the order of their names; a plugin without that folder has none. */
export async function readDashboardFiles(directory: string): Promise<DashboardFile[]> {
  const folder = path.join(directory, 'ui', 'dashboards')
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const files = names.filter((name) => /^[^.].*\.json$/.test(name)).sort()
  return Promise.all(
    files.map(async (name) => ({
      id: path.basename(name, '.json'),
      file: `ui/dashboards/${name}`,
      content: await parseJson(await readFile(path.join(folder, name), 'utf8')),
    })),
  )
}
