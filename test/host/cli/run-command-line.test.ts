import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { root } from '../../../host/launch/root.mjs'
import { hostScript } from '../../helpers/host-script.ts'
import { useProject } from './project.ts'

const run = promisify(execFile)

describe('The command line', () => {
  const project = useProject()
  const { atrium, write } = project

  it('prints its commands and exit codes as help', async () => {
    const { code, stdout } = await atrium(['--help'])
    expect(stdout).to.include('start').and.include('plugins').and.include('Exit codes: 0').and.include('--json')
    expect(code).to.equal(0)
    const plugins = await atrium(['plugins', '--help'])
    for (const command of ['list', 'show', 'why', 'activate', 'deactivate', 'reload', 'check', 'create', 'reset'])
      expect(plugins.stdout).to.include(`  ${command} `)
    expect(plugins.code).to.equal(0)
  })

  it('ends without an error if nobody reads its output any more', async () => {
    const { flags, file } = hostScript('cli/main.ts')
    const child = spawn(process.execPath, [...flags, file, '--help'], { stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout.destroy()
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close') as Promise<[number | null]>])
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' })
  })

  it('prints its version', async () => {
    const { version } = JSON.parse(await readFile(join(root, 'host/package.json'), 'utf8')) as { version: string }
    expect((await atrium(['--version'])).stdout).to.equal(`${version}\n`)
  })

  const wrong = [
    ['no command', [], 'Usage: atrium'],
    ['an unknown command', ['plugin'], 'Did you mean plugins?'],
    ['an unknown subcommand', ['plugins', 'lst'], 'Did you mean list?'],
    ['an unknown option', ['plugins', 'list', '--jsn'], 'Did you mean --json?'],
    ['a missing argument', ['plugins', 'show'], "missing required argument 'id'"],
    ['an excess argument', ['plugins', 'show', 'a', 'b'], 'too many arguments'],
  ] as const
  for (const [what, args, words] of wrong) {
    it(`exits with 2 for ${what}`, async () => {
      const { code, stdout, stderr } = await atrium(args)
      expect(stderr).to.include(words)
      expect([code, stdout]).to.deep.equal([2, ''])
    })
  }

  it('accepts global options before and after commands', async () => {
    for (const args of [
      ['--json', 'plugins', 'list'],
      ['plugins', '--json', 'list'],
      ['plugins', 'list', '--json'],
    ])
      expect((await atrium(args)).json<{ id: string }[]>().map(({ id }) => id)).to.deep.equal(['fleet'])
  })

  it('reports an error in the environment or the configuration without a stack', async () => {
    const environment = await atrium(['plugins', 'list'], { env: { PORT: 'x' } })
    expect(environment.stderr).to.match(/^error {2}The environment is invalid:\n {2}\[PORT\]/)
    await write({ 'broken/panels.config.json': '{' })
    const broken = await atrium(['plugins', 'list'], { cwd: 'broken' })
    expect(broken.stderr).to.include('is not JSON').and.not.include('    at ')
    expect([environment.code, broken.code]).to.deep.equal([1, 1])
  })

  it('completes commands, options, files and choices in bash, and prints scripts for other shells', async () => {
    const script = (await atrium(['completion', 'bash'])).stdout
    const offered: readonly (readonly [typed: string, offers: string])[] = [
      ['plug', 'plugins'],
      ['plugins --json ac', 'activate'],
      ['audit --or', '--origin'],
      ['--', '--version --json --url --token'],
      // The value of an option is no command, and nothing is offered for it.
      ['--token plugins us', 'users'],
      ['--url http : //127.0.0.1 : 3000 plugins ac', 'activate'],
      ['--url = http : //127.0.0.1 plugins ac', 'activate'],
      ["--url ''", ''],
      ['tokens create --permission users roles --us', '--user'],
      // Arguments: shells, files, and words that only look like commands.
      ["completion ''", 'bash zsh fish'],
      ['backup panels.conf', 'panels.config.json'],
      ['restore panels.conf', 'panels.config.json'],
      ['plugins check panels.conf', 'panels.config.json'],
      ['roles plan panels.conf', 'panels.config.json'],
      ['backup --fo', '--force'],
      ['plugins show reload --js', '--json'],
      ["plugins show ''", ''],
    ]
    const lines = offered.map(
      ([typed]) =>
        `COMP_WORDS=(atrium ${typed}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _atrium; echo "\${COMPREPLY[*]}"`,
    )
    const { stdout } = await run('bash', ['-c', [script, ...lines].join('\n')])
    expect(stdout.split('\n').slice(0, -1)).to.deep.equal(offered.map(([, offers]) => offers))
    const fish = await atrium(['completion', 'fish', '--json'])
    expect(fish.json<{ script: string }>().script).to.include(`__atrium_at " plugins"' -a activate -d '`)
    expect((await atrium(['completion', 'tcsh'])).code).to.equal(2)
  })

  it('prints no colours without a terminal', async () => {
    const { stdout } = await atrium(['plugins', 'list'])
    expect(stdout).not.to.include('\u001b')
  })
})
