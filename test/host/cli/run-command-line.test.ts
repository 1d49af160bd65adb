import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { root } from '../../../host/launch/root.mjs'
import { useProject } from './project.ts'

describe('The command line', function () {
  this.timeout(60_000)
  const project = useProject()
  const { atrium, write } = project

  it('tells its commands and exit codes, at the top and for each', async () => {
    const { code, stdout } = await atrium(['--help'])
    expect(stdout).to.include('start').and.include('plugins').and.include('Exit codes: 0').and.include('--json')
    expect(code).to.equal(0)
    const plugins = await atrium(['plugins', '--help'])
    for (const command of ['list', 'show', 'why', 'activate', 'deactivate', 'reload', 'check', 'create', 'reset'])
      expect(plugins.stdout).to.include(`  ${command} `)
    expect(plugins.code).to.equal(0)
  })

  it('tells its version', async () => {
    const { version } = JSON.parse(await readFile(join(root, 'host/package.json'), 'utf8')) as { version: string }
    expect((await atrium(['--version'])).stdout).to.equal(`${version}\n`)
  })

  const wrong = [
    ['nothing', [], 'Usage: atrium'],
    ['a command that is not there', ['plugin'], 'Did you mean plugins?'],
    ['a command of plugins that is not there', ['plugins', 'lst'], 'Did you mean list?'],
    ['an option that is not there', ['plugins', 'list', '--jsn'], 'Did you mean --json?'],
    ['too little', ['plugins', 'show'], "missing required argument 'id'"],
    ['too much', ['plugins', 'show', 'a', 'b'], 'too many arguments'],
  ] as const
  for (const [what, args, words] of wrong) {
    it(`ends with 2 when it is asked for ${what}`, async () => {
      const { code, stdout, stderr } = await atrium(args)
      expect(stderr).to.include(words)
      expect([code, stdout]).to.deep.equal([2, ''])
    })
  }

  it('takes the options that all commands have before and after them', async () => {
    for (const args of [
      ['--json', 'plugins', 'list'],
      ['plugins', '--json', 'list'],
      ['plugins', 'list', '--json'],
    ])
      expect((await atrium(args)).json<{ id: string }[]>().map(({ id }) => id)).to.deep.equal(['fleet'])
  })

  it('names what is wrong with the environment or the configuration, without a stack', async () => {
    const environment = await atrium(['plugins', 'list'], { env: { PORT: 'x' } })
    expect(environment.stderr).to.match(/^error {2}The environment is invalid:\n {2}\[PORT\]/)
    await write({ 'broken/panels.config.json': '{' })
    const broken = await atrium(['plugins', 'list'], { cwd: 'broken' })
    expect(broken.stderr).to.include('is not JSON').and.not.include('    at ')
    expect([environment.code, broken.code]).to.deep.equal([1, 1])
  })

  it('colours nothing where there is no terminal', async () => {
    const { stdout } = await atrium(['plugins', 'list'])
    expect(stdout).not.to.include('\u001b')
  })
})
