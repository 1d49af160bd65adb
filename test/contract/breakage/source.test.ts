import { expect } from 'chai'
import { HANGING, useBreakage, working } from './use-breakage.ts'

const index = (source: string) => ({ 'src/index.ts': source })

/** Broken sources, with the code and the line of their diagnostic. */
const BREAKS: [what: string, source: string, code: string, line: number | undefined][] = [
  ['does not parse', `export const van = 1\nexport function (`, 'build_failed', 2],
  ['is half written', `export const register_routes = (routes) => routes.get('/na`, 'build_failed', 1],
  ['is empty', '', 'exports_none', 1],
  ['is empty but for a brace', '\n}', 'build_failed', 2],
  ['imports a file that is not there', `\nimport './vans.ts'`, 'build_failed', 2],
  ['imports a package that is not there', `\n\nimport 'vans-of-nobody'`, 'build_failed', 3],
  ['imports a name that is not exported', `\nimport { van } from '@atrium/sdk'\nvan()`, 'build_failed', 2],
  ['imports the host', `import '@atrium/host'`, 'build_failed', 1],
  ['throws', `const vans = undefined\nvans.length`, 'load_failed', 2],
  ['throws what is no error', `\nthrow { reason: 'no vans' }`, 'load_failed', undefined],
  ['awaits what is rejected', `\nawait Promise.reject(new Error('no vans'))`, 'load_failed', 2],
  ['awaits what never settles', `await new Promise(() => undefined)`, 'load_timeout', 1],
  ['exports something else under a name of the contract', `export const setup = 'vans'`, 'export_invalid', 1],
]

describe('A plugin whose source', () => {
  const breakage = useBreakage({ stageLimit: HANGING })

  for (const [what, source, code, line] of BREAKS) {
    it(`${what} does not replace the previous generation`, async () => {
      const { first } = await breakage.breaks(index(source), code)
      expect(first.where?.line).to.equal(line)
      if (line !== undefined) expect(first.where?.file).to.equal('src/index.ts')
      expect(first.fix).not.to.equal('')
    })
  }

  it('is broken in an imported file is reported with that file', async () => {
    const files = { ...index(`import './vans.ts'`), 'src/vans.ts': `\n\nthrow new Error('no vans')` }
    const { first } = await breakage.breaks(files, 'load_failed')
    expect(first.where).to.deep.include({ file: 'src/vans.ts', line: 3 })
  })

  it('lacks a file is loaded as soon as the file exists', async () => {
    const files = {
      'src/index.ts': `import { name } from './name.ts'\nexport const register_routes = (routes) => routes.get('/name', {}, () => name)`,
    }
    await breakage.fleet.write(files)
    await breakage.failed('build_failed')
    await breakage.fleet.write({ 'src/name.ts': `export const name = 'two'` })
    await breakage.serves('two')
  })
})

for (const [what, source, code] of BREAKS) {
  describe(`A plugin that begins with a source that ${what}`, () => {
    const breakage = useBreakage({ stageLimit: HANGING, files: index(source) })

    it('fails, harms nobody, and serves once it is repaired', async () => {
      const { generation } = await breakage.failed(code)
      expect(generation).to.equal(undefined)
      const { status, body } = await breakage.ask('/api/v1/fleet/name')
      expect([status, body.code]).to.deep.equal([503, 'plugin_failed'])
      await breakage.fleet.write(working('one'))
      await breakage.serves('one')
    })
  })
}
