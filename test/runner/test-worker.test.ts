import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { type Outcome, total } from './outcome.mjs'
import { TestWorker } from './test-worker.mjs'

describe('A test file in npm test', () => {
  let folder: string

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'atrium-runner-'))
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  async function run(text: string): Promise<Outcome> {
    const file = join(folder, 'some.test.ts')
    writeFileSync(file, text)
    return runFile(file)
  }

  async function runFile(file: string): Promise<Outcome> {
    const worker = new TestWorker()
    const outcomes = [await worker.run([file]), await worker.end()]
    return { ...total(outcomes), output: outcomes.map(({ output }) => output).join('\n') }
  }

  it('counts the tests that pass and the tests that fail, and shows why', async () => {
    const { passed, failed, output } = await run(
      `it('stands', () => {}); it('falls', () => { throw new Error('the reason') })`,
    )
    expect({ passed, failed }).to.deep.equal({ passed: 1, failed: 1 })
    expect(output).to.contain('the reason')
  })

  // These texts are files for the worker. No test of this repository is skipped or run alone.
  it('fails where a test is pending or skipped', async () => {
    const { passed, failed } = await run(`it('stands', () => {}); it('later'); it.skip('never', () => {})`)
    expect({ passed, failed }).to.deep.equal({ passed: 1, failed: 2 })
  })

  it('fails where one test would keep the others from running', async () => {
    const { passed, failed } = await run(`it('stands', () => {}); it.only('alone', () => {})`)
    expect({ passed, failed }).to.deep.equal({ passed: 0, failed: 1 })
  })

  it('fails when it runs no test', async () => {
    expect(await run(''))
      .to.include({ passed: 0, failed: 1 })
      .and.have.property('output')
      .that.contains('No test was run.')
  })

  it('fails when there is no such file', async () => {
    expect(await runFile(join(folder, 'nowhere.test.ts'))).to.include({ passed: 0, failed: 1 })
  })

  it('fails when its process ends before its tests do', async () => {
    const { failed, output } = await run(`it('ends everything', () => process.exit(0))`)
    expect(failed).to.equal(1)
    expect(output).to.contain('before this test did: ends everything')
  })

  it('does not keep the files after it from running if its process ends', async () => {
    const worker = new TestWorker()
    const files = ['ends', 'stands'].map((name) => join(folder, `${name}.test.ts`))
    writeFileSync(files[0] as string, `it('ends everything', () => process.exit(0))`)
    writeFileSync(files[1] as string, `it('stands', () => {})`)
    expect((await worker.run([files[0] as string])).failed).to.equal(1)
    expect(await worker.run([files[1] as string])).to.include({ passed: 1, failed: 0 })
    expect((await worker.end()).failed).to.equal(0)
  })

  it('runs with the Node that is named, and so does what it starts by the name of Node', async () => {
    const node = join(folder, 'node')
    symlinkSync(process.execPath, node)
    const file = join(folder, 'named.test.ts')
    const first = `process.env.PATH.startsWith(${JSON.stringify(folder)}) && process.argv0 === ${JSON.stringify(node)}`
    writeFileSync(file, `it('is run by it', () => { if (!(${first})) throw new Error(process.argv0) })`)
    const worker = new TestWorker({ node })
    expect(await worker.run([file])).to.include({ passed: 1, failed: 0 })
    await worker.end()
  })

  it('tests each database, or only SQLite', async () => {
    const helper = new URL('../helpers/databases.ts', import.meta.url).href
    const file = join(folder, 'databases.test.ts')
    writeFileSync(
      file,
      `import { eachDatabase } from ${JSON.stringify(helper)}
        describe('a suite', () => eachDatabase(({ name }) => it(name, () => {})))`,
    )
    for (const [sqliteOnly, passed] of [
      [false, 2],
      [true, 1],
    ] as const) {
      const worker = new TestWorker({ sqliteOnly })
      expect(await worker.run([file])).to.include({ passed, failed: 0 })
      await worker.end()
    }
  })

  it('has its own clean-up, although files share a process', async () => {
    const helper = new URL('../helpers/at-end.ts', import.meta.url).href
    const text = `import { atEndOfFile } from ${JSON.stringify(helper)}
      it('cleans up', () => atEndOfFile(async () => { throw new Error('the reason') }))`
    const worker = new TestWorker()
    for (const name of ['one', 'two']) {
      const file = join(folder, `${name}.test.mts`)
      writeFileSync(file, text)
      expect(await worker.run([file])).to.include({ passed: 1, failed: 1 })
    }
    await worker.end()
  })

  it('fails once for each rejection that nobody handles, with its stack, however many files ran in its process before it', async () => {
    const worker = new TestWorker()
    for (let count = 0; count < 15; count += 1) {
      const file = join(folder, `rejects-${count}.test.mts`)
      writeFileSync(
        file,
        `it('rejects', (done) => { void Promise.reject(new Error('a reason')); setTimeout(done, 10) })`,
      )
      const { output, ...counts } = await worker.run([file])
      expect(counts).to.include({ passed: 1, failed: 1 })
      expect(output).to.match(/\[rejects\]:\nError: a reason\n +at .*rejects-/)
    }
    expect((await worker.end()).failed).to.equal(0)
  })

  it('does not fail for a rejection that its test waits for', async () => {
    const helper = new URL('../helpers/unhandled-rejections.ts', import.meta.url).href
    const file = join(folder, 'expects.test.mts')
    writeFileSync(
      file,
      `import { unhandledRejection } from ${JSON.stringify(helper)}
        it('rejects', () => {
          for (const code of ['expected', 'other']) void Promise.reject(Object.assign(new Error(code), { code }))
          return unhandledRejection('expected')
        })`,
    )
    const { output, ...counts } = await runFile(file)
    expect(counts).to.include({ passed: 1, failed: 1 })
    expect(output).to.contain('Error: other').and.not.to.contain('Error: expected')
  })

  it('does not fail for a rejection that is handled at once', async () => {
    expect(await run(`it('rejects', async () => Promise.reject(new Error()).catch(() => {}))`)).to.include({
      passed: 1,
      failed: 0,
    })
  })

  it('fails when something rejects in the last turn of a file, and when it does so after the last file', async () => {
    const last = await run(`it('rejects', () => void Promise.reject(new Error('at the end')))`)
    expect(last).to.include({ passed: 1, failed: 1 })
    const later = await run(`it('rejects', () => void setTimeout(() => Promise.reject(new Error('later')), 200))`)
    expect(later).to.include({ passed: 1, failed: 1 })
    expect(later.output).to.contain('Error: later')
  })

  it('fails when a test leaves something open that keeps the process alive, and names its file', async () => {
    const { passed, failed, output } = await run(
      `import { createServer } from 'node:net'; it('forgets', () => { createServer().listen(0) })`,
    )
    expect({ passed, failed }).to.deep.equal({ passed: 1, failed: 1 })
    expect(output).to.match(/kept the process alive: .*TCPServerWrap \(since \S+\.test\.ts\)/)
  })
})
