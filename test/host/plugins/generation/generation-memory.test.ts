import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { createPluginDirectory } from '../../../helpers/plugin-directory.ts'

const script = path.resolve(import.meta.dirname, '../../../fixtures/plugins/reload-many-times.ts')
// Node 22 and later keep a bounded cache of compiled scripts. Without the flag it would be counted as a leak.
const flags = ['--expose-gc', '--no-compilation-cache', '--conditions=atrium-source', '--import=tsx']

describe('The memory of generations', () => {
  it('is released: after 200 generations only the last one remains', async () => {
    await using plugin = await createPluginDirectory({
      'src/index.ts': `import { value } from './deep.ts'
export const state = { generation: value, ballast: new Array(10_000).fill(value) }
export const read = () => state.generation
export const late = () => import('./lazy.ts')
export const timer = setInterval(read, 60_000)
export function fail() {
  try {
    throw new Error('the stack is formatted, so the source map is read')
  } catch (error) {
    return (error as Error).stack
  }
}`,
      'src/deep.ts': '',
      'src/lazy.ts': "export * from './deep.ts'",
    })
    const { stdout } = await promisify(execFile)(process.execPath, [...flags, script, plugin.directory, '200'])
    expect(JSON.parse(stdout)).to.deep.equal({ retired: 398, finalized: 398, alive: 0, value: 199 })
  })
})
