import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'chai'
import { root } from '../../../host/launch/root.mjs'
import { run } from '../../../host/launch/run.mjs'

describe('Installing the packages', () => {
  let folder: string

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'atrium-install-'))
    mkdirSync(join(folder, 'part'))
    writeFileSync(join(folder, 'part', 'package.json'), '{ "name": "part", "version": "1.0.0" }')
    writeFileSync(join(folder, 'package-lock.json'), '{ "lockfileVersion": 3, "packages": {} }')
    dependOn('file:./part')
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  function dependOn(part: string): void {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ dependencies: { part } }))
  }

  /** As the scripts do it, in a process without any package. */
  function install(): Promise<{ code: number; output: string }> {
    const [launch, installPackages] = ['launch', 'install-packages'].map((name) =>
      JSON.stringify(pathToFileURL(join(root, 'host', 'launch', `${name}.mjs`))),
    )
    const script = `import { launch } from ${launch}; import { installPackages } from ${installPackages}
      await launch(() => installPackages(${JSON.stringify(folder)}))`
    return run(process.execPath, ['--input-type=module', '--eval', script], { cwd: folder })
  }

  it('happens when node_modules is missing', async () => {
    const { code, output } = await install()
    expect(code, output).to.equal(0)
    expect(output).to.match(/^Installing the packages: node_modules is missing\.\nPackages installed in [\d.]+ s\.\n$/)
    expect(existsSync(join(folder, 'node_modules', 'part', 'package.json'))).to.equal(true)
  })

  it('does not happen a second time', async () => {
    expect(await install()).to.deep.equal({ code: 0, output: '' })
  })

  it('happens again when package-lock.json is newer than the installation', async () => {
    const anHourAgo = new Date(Date.now() - 3_600_000)
    utimesSync(join(folder, 'node_modules', '.package-lock.json'), anHourAgo, anHourAgo)
    expect((await install()).output).to.contain('package-lock.json is newer than node_modules')
    expect(await install()).to.deep.equal({ code: 0, output: '' })
  })

  it('shows npm’s output when it fails, and exits with 1', async () => {
    rmSync(join(folder, 'node_modules'), { recursive: true, force: true })
    dependOn('file:./missing.tgz')
    const { code, output } = await install()
    expect(code).to.equal(1)
    expect(output).to.contain('missing.tgz')
    expect(output).to.match(/The packages cannot be installed\. Fix the errors above, then run this again\.\n$/)
  })
})
