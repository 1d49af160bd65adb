import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect } from 'chai'
import { storePassedChecks, unlessPassed } from '../../../../host/plugins/load/passed-checks.ts'
import { atEndOfTest } from '../../../helpers/at-end.ts'
import { createTestDirectory } from '../../../helpers/test-directory.ts'

/** Runs checks like a host that stores what has passed. `run` answers whether the check ran. */
async function storingHost() {
  const { directory, remove } = await createTestDirectory()
  atEndOfTest(async () => {
    storePassedChecks(undefined)
    await remove()
  })
  const start = () => storePassedChecks(path.join(directory, 'bundles'))
  start()
  const run = (inputs: unknown, { found = [] as string[], owner = 'shop', check = 'documents' } = {}): boolean => {
    let hasRun = false
    const findings = unlessPassed({ check, owner, inputs }, () => {
      hasRun = true
      return found
    })
    expect(findings).to.deep.equal(hasRun ? found : [])
    return hasRun
  }
  return { run, start, folder: path.join(directory, 'bundles') }
}

describe('A check that has passed', () => {
  it('is left out at the next start', async () => {
    const { run, start } = await storingHost()
    expect(run({ title: 'One' })).to.be.true
    start()
    expect(run({ title: 'One' })).to.be.false
  })

  it('runs again if its inputs have changed, and then passes for these', async () => {
    const { run, start } = await storingHost()
    run({ title: 'One' })
    start()
    expect(run({ title: 'Two' })).to.be.true
    start()
    expect(run({ title: 'Two' })).to.be.false
    start()
    expect(run({ title: 'One' })).to.be.true
  })

  it('runs again for another plugin, and so does another check', async () => {
    const { run, start } = await storingHost()
    run({})
    start()
    expect(run({}, { owner: 'clients' })).to.be.true
    expect(run({}, { check: 'translations' })).to.be.true
    expect(run({})).to.be.false
  })

  it('runs at each load after the first of a process', async () => {
    const { run, start } = await storingHost()
    run({})
    start()
    expect(run({})).to.be.false
    expect(run({})).to.be.true
  })

  it('runs again if its file is damaged', async () => {
    const { run, start, folder } = await storingHost()
    run({})
    for (const name of await readdir(folder)) await writeFile(path.join(folder, name), 'damaged')
    start()
    expect(run({})).to.be.true
  })
})

describe('A check with findings', () => {
  it('runs at each start', async () => {
    const { run, start } = await storingHost()
    expect(run({}, { found: ['wrong'] })).to.be.true
    start()
    expect(run({}, { found: ['wrong'] })).to.be.true
  })
})

describe('Without a folder for passed checks', () => {
  it('every check runs', () => {
    const thing = { check: 'documents', owner: 'shop', inputs: {} }
    expect([unlessPassed(thing, () => ['first']), unlessPassed(thing, () => ['second'])]).to.deep.equal([
      ['first'],
      ['second'],
    ])
  })
})
