import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'chai'
import { build } from 'esbuild'
import { createLogger, withSourceLines } from '../../../../host/base/log/index.ts'
import { createTestDirectory } from '../../../helpers/test-directory.ts'

describe('The stack of an error of the built host', () => {
  let directory: string
  let remove: () => Promise<void>

  /** The type is not in the build, so that its lines are not those of the source. */
  const source = `interface Left { out: string }\n\n\nexport function fail(): never {\n  throw new Error('x')\n}\n`

  before('build', async () => {
    ;({ directory, remove } = await createTestDirectory())
    await writeFile(path.join(directory, 'some.ts'), source)
    const entryPoints = [path.join(directory, 'some.ts')]
    await build({ entryPoints, outdir: path.join(directory, 'dist'), bundle: true, format: 'esm', sourcemap: true })
  })
  after(() => remove())

  const frame = (file: string, place: string) =>
    `    at fail (${pathToFileURL(path.join(directory, file)).href}:${place})`

  it('names the lines of the sources', () => {
    const stack = `Error: x\n${frame('dist/some.js', '3:9')}\n    at node:internal/timers:1:2`
    expect(withSourceLines(stack)).to.equal(
      `Error: x\n    at fail (${path.join(directory, 'some.ts')}:5:9)\n    at node:internal/timers:1:2`,
    )
  })

  it('names them in the log', async () => {
    const lines: string[] = []
    const log = await createLogger({ pretty: false, stream: { write: (line) => void lines.push(line) } })
    const err = Object.assign(new Error('x'), { stack: `Error: x\n${frame('dist/some.js', '3:9')}` })
    log.error('failed', { err })
    expect(lines.join('')).to.include('some.ts:5:9')
  })

  it('stays as it is where a script is no part of a build or has no map', () => {
    for (const file of ['some.js', 'dist/gone.js']) {
      const stack = `Error: x\n${frame(file, '1:1')}`
      expect(withSourceLines(stack)).to.equal(stack)
    }
  })
})
