import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { runMocha } from './run-mocha.mjs'

describe('A suite of npm test', function () {
  this.timeout(60_000)
  let folder: string

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'atrium-runner-'))
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  function suiteOf(text: string): ReturnType<typeof runMocha> {
    const file = join(folder, 'some.test.ts')
    writeFileSync(file, text)
    return runMocha([file], { show: 'failures' })
  }

  it('counts the tests that pass and the tests that fail, and shows why', async () => {
    const { passed, failed, output } = await suiteOf(
      `it('stands', () => {}); it('falls', () => { throw new Error('the reason') })`,
    )
    expect({ passed, failed }).to.deep.equal({ passed: 1, failed: 1 })
    expect(output).to.contain('the reason')
  })

  it('fails where a test is pending or skipped', async () => {
    const { passed, failed } = await suiteOf(`it('stands', () => {}); it('later'); it.skip('never', () => {})`)
    expect({ passed, failed }).to.deep.equal({ passed: 1, failed: 2 })
  })

  it('fails where one test would keep the others from running', async () => {
    const { passed, failed } = await suiteOf(`it('stands', () => {}); it.only('alone', () => {})`)
    expect({ passed, failed }).to.deep.equal({ passed: 0, failed: 1 })
  })

  it('fails when it runs no test', async () => {
    expect(await suiteOf(''))
      .to.include({ passed: 0, failed: 1 })
      .and.have.property('output')
      .that.contains('No test was run.')
  })

  it('fails when there is no such file', async () => {
    expect(await runMocha([join(folder, 'nowhere.test.ts')], { show: 'failures' })).to.include({ passed: 0, failed: 1 })
  })

  it('fails when its process ends before its tests do', async () => {
    const { failed, output } = await suiteOf(`it('ends everything', () => process.exit(0))`)
    expect(failed).to.equal(1)
    expect(output).to.contain('before this test did: ends everything')
  })
  it('fails when a test leaves something open that keeps the process alive', async () => {
    const { passed, failed, output } = await suiteOf(
      `import { createServer } from 'node:net'; it('forgets', () => { createServer().listen(0) })`,
    )
    expect({ passed, failed }).to.deep.equal({ passed: 1, failed: 1 })
    expect(output).to.match(/kept the process alive: .*TCPServerWrap/)
  })
})
