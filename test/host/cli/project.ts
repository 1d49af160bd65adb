import { mkdir, realpath, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { after, before } from 'mocha'
import { runAtrium } from '../../helpers/run-atrium.ts'
import type { AtriumRun } from '../../helpers/run-atrium.ts'
import { createTestDirectory } from '../../helpers/test-directory.ts'

const PANELS = {
  panels: [
    { id: 'operations', title: 'Operations' },
    { id: 'sales', title: 'Sales' },
    { id: 'closed', title: 'Closed', enabled: false },
  ],
  plugins: { active: ['fleet'] },
}

/** A folder with a configuration and an empty plugin folder. No host runs in it. */
export interface Project {
  /** Absolute. Empty until the suite begins. */
  readonly directory: string
  /** Runs a command in the folder, or in its subfolder `cwd`. */
  atrium(args: readonly string[], options?: { cwd?: string; env?: Record<string, string> }): Promise<AtriumRun>
  /** Writes files by path relative to the folder. Objects are written as JSON. */
  write(files: Readonly<Record<string, string | object>>): Promise<void>
}

/** Creates a project for the surrounding suite and removes it afterwards. */
export function useProject(): Project {
  let directory = ''
  let remove = () => Promise.resolve()
  const write: Project['write'] = async (files) => {
    for (const [file, content] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(directory, file)), { recursive: true })
      await writeFile(path.join(directory, file), typeof content === 'string' ? content : JSON.stringify(content))
    }
  }
  before('create a project', async () => {
    const made = await createTestDirectory()
    directory = await realpath(made.directory)
    remove = made.remove
    await write({ 'panels.config.json': PANELS })
    await mkdir(path.join(directory, 'plugins'))
  })
  after('remove the project', () => remove())
  return {
    get directory() {
      return directory
    },
    atrium: (args, { cwd = '.', env } = {}) => runAtrium(args, { cwd: path.join(directory, cwd), ...(env && { env }) }),
    write,
  }
}

/** The source of a plugin that does nothing. */
export const IDLE = 'export const setup = () => undefined'

/** The files of a plugin in `plugins/<id>`. */
export const pluginFiles = (
  id: string,
  { source = IDLE, ...atrium }: { source?: string; requires?: Record<string, string> } = {},
): Record<string, string | object> => ({
  [`plugins/${id}/package.json`]: {
    name: `@acme/atrium-${id}`,
    version: '1.2.0',
    type: 'module',
    atrium: { id, entry: './src/index.ts', ...atrium },
  },
  [`plugins/${id}/src/index.ts`]: source,
})
