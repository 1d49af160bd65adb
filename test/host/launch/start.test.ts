import { existsSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { isFresh } from '../../../host/launch/build-packages.mjs'
import { lines } from '../../../host/launch/packages.mjs'
import type { Repository } from './repository.ts'
import { createRepository } from './repository.ts'

describe('npm start', () => {
  let repository: Repository

  before(() => {
    repository = createRepository()
  })
  after(() => rmSync(repository.folder, { recursive: true, force: true }))

  /** The packages that a start or build said it built, in the order of their names. */
  async function built(script = 'build.mjs'): Promise<string[]> {
    const { code, output } = await repository.launch(script)
    expect(code, output).to.equal(0)
    return [...output.matchAll(/^Building the (\w+)\.$/gm)].map(([, name]) => name ?? '').sort()
  }

  it('builds everything the first time, then becomes the host', async () => {
    const { code, output } = await repository.launch('start.mjs')
    expect(code, output).to.equal(0)
    expect(output).to.match(/Building the sdk\.[^]*The sdk is built in [\d.]+ s\.[^]*Building the host\./)
    expect(output).to.match(/The shell is built in/)
    expect(output.trimEnd().endsWith('hello host')).to.equal(true)
  })

  it('builds nothing the second time and says nothing of its own', async () => {
    expect(await repository.launch('start.mjs')).to.deep.equal({ code: 0, output: 'hello host\n' })
  })

  it('takes no build for fresh when the scripts that build have changed', () => {
    const packages = lines.flat()
    const fresh = () => packages.filter((each) => isFresh(repository.folder, each)).length
    expect(fresh()).to.equal(packages.length)
    for (const script of ['host/launch/packages.mjs', 'host/launch/bundle.mjs']) {
      const text = readFileSync(join(repository.folder, script), 'utf8')
      repository.write(script, `${text}\n`)
      expect(fresh(), script).to.equal(0)
      repository.write(script, text)
    }
    expect(fresh()).to.equal(packages.length)
  })

  /** The scripts of a package's build, and all of their text. */
  function scriptsOf(name: string) {
    const folder = join(repository.folder, name, 'dist')
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    const names = files.filter((file) => file.endsWith('.js')).sort()
    return { names, text: names.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n') }
  }

  it('puts the modules of the host into its entries and what they share', () => {
    const { names, text } = scriptsOf('host')
    const entries = names.filter((name) => !/^(?:chunks|swagger-ui)/.test(name))
    expect(entries).to.deep.equal([
      join('cli', 'check', 'check-plugin.js'),
      join('cli', 'check', 'checker.js'),
      join('cli', 'main.js'),
      join('cli', 'start.js'),
      'index.js',
      join('plugins', 'compile', 'checks', 'write-validators.js'),
      join('plugins', 'supervise', 'quarantine', 'watchdog-thread.js'),
      join('testing', 'index.js'),
    ])
    expect(names.filter((name) => name.startsWith('chunks'))).to.have.lengthOf(1)
    expect(text.match(/=\s*"host"/g)).to.have.lengthOf(1)
  })

  it('runs the last step of the host’s build', () => {
    expect(existsSync(join(repository.folder, 'host', 'dist', 'written.txt'))).to.equal(true)
  })

  it('makes TypeBox a part of the SDK, because importing its many files is slow', () => {
    const { text } = scriptsOf('sdk')
    expect(text)
      .to.include('"schemas"')
      .and.not.match(/from\s*["']typebox/)
  })

  it('copies no source of the SDK into the host', () => {
    const { text } = scriptsOf('host')
    expect(text).to.match(/from\s*"@atrium\/sdk"/)
    expect(text).not.to.contain('hello')
  })

  it('puts into the host what an installed one has no repository for', () => {
    const built = readdirSync(join(repository.folder, 'host', 'dist'), { recursive: true })
    expect(built).to.include.members([join('template', 'package.json'), join('swagger-ui', 'swagger-ui.css')])
  })

  it('ignores a touched file', async () => {
    utimesSync(join(repository.folder, 'host', 'name.ts'), new Date(), new Date())
    expect(await built()).to.deep.equal([])
  })

  it('builds only the host when a source of the host changed', async () => {
    repository.write('host/name.ts', `export const name: string = 'new host'\n`)
    expect(await built()).to.deep.equal(['host'])
    expect((await repository.launch('start.mjs')).output).to.equal('hello new host\n')
  })

  it('builds only the shell when a source of the shell changed', async () => {
    repository.write('host/shell/main.ts', `document.title = 'new'\n`)
    expect(await built()).to.deep.equal(['shell'])
  })

  it('builds only the SDK when a source of the SDK changed', async () => {
    repository.write('sdk/index.ts', `export const greeting: string = 'good morning'\n`)
    expect(await built()).to.deep.equal(['sdk'])
    expect((await repository.launch('start.mjs')).output).to.equal('good morning new host\n')
  })

  it('builds the shell too when a document of the SDK changed, because it contains them', async () => {
    repository.write('sdk/documents/index.ts', `export const version: number = 2\n`)
    expect(await built()).to.deep.equal(['sdk', 'shell'])
  })

  it('builds again what was removed', async () => {
    repository.remove('host/shell/dist')
    expect(await built()).to.deep.equal(['shell'])
  })

  it('leaves no output of a deleted source behind', async () => {
    repository.write('host/gone.ts', 'export const gone = 1\n')
    await built()
    const output = join(repository.folder, 'host', 'dist', 'gone.d.ts')
    expect(existsSync(output)).to.equal(true)
    repository.remove('host/gone.ts')
    expect(await built()).to.deep.equal(['host'])
    expect(existsSync(output)).to.equal(false)
  })

  it('shows the compiler’s output when a build fails, exits with 1, and works again when the source is fixed', async () => {
    repository.write('host/name.ts', 'export const name: string = 1\n')
    const { code, output } = await repository.launch('start.mjs')
    expect(code).to.equal(1)
    expect(output).to.match(/host\/name\.ts.*TS2322/)
    expect(output).to.match(/The host cannot be built\. Fix the errors above, then run this again\.\n$/)
    expect(output).not.to.contain('good morning')

    repository.write('host/name.ts', `export const name: string = 'mended host'\n`)
    expect((await repository.launch('start.mjs')).output).to.contain('good morning mended host')
  })

  describe('without the packages that only build', () => {
    before(() => {
      for (const name of ['typescript-native', 'vite']) repository.remove(`node_modules/${name}`)
    })

    it('starts what is built', async () => {
      expect(await repository.launch('start.mjs')).to.deep.equal({ code: 0, output: 'good morning mended host\n' })
    })

    it('starts what is built after `npm ci`, which removes the note of its sources', async () => {
      repository.remove('node_modules/.cache')
      expect(await repository.launch('start.mjs')).to.deep.equal({ code: 0, output: 'good morning mended host\n' })
    })

    it('says what is missing and what to do if nothing is built', async () => {
      repository.remove('host/dist')
      const { code, output } = await repository.launch('start.mjs')
      expect(code).to.equal(1)
      expect(output).to.match(
        /^build_tools_missing: The \[host\] is not built, .* \[typescript-native\] is not installed/,
      )
      expect(output).to.include('npm ci --include=dev')
      expect(output).not.to.match(/^\s+at /m)
    })
  })
})
