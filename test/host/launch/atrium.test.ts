import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { root } from '../../../host/launch/root.mjs'
import type { Repository } from './repository.ts'
import { createRepository } from './repository.ts'

const execute = promisify(execFile)

/** Runs the script of a folder's `npx atrium`. */
const atrium = (script: string, ...args: string[]) => execute(process.execPath, [script, ...args], { cwd: tmpdir() })

describe('npx atrium', () => {
  describe('in the repository', () => {
    let repository: Repository
    let script: string
    before(() => {
      repository = createRepository()
      repository.write('host/cli/main.ts', `console.log('ran', process.argv.slice(2).join(' '))\n`)
      script = join(repository.folder, 'host/launch/atrium.cjs')
    })
    after(() => rmSync(repository.folder, { recursive: true, force: true }))

    it('builds what is missing, reports that on standard error, and runs', async () => {
      const { stdout, stderr } = await atrium(script, 'plugins', 'list')
      expect(stdout).to.equal('ran plugins list\n')
      expect(stderr).to.include('Building the host.')
    })

    it('only runs the second time', async () => {
      expect(await atrium(script)).to.deep.equal({ stdout: 'ran \n', stderr: '' })
    })

    it('runs the current sources', async () => {
      repository.write('host/cli/main.ts', `console.log('changed')\n`)
      expect((await atrium(script)).stdout).to.equal('changed\n')
    })
  })

  it('runs the build in a published package, which has no sources', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'atrium-package-'))
    for (const part of ['launch', 'dist/cli']) mkdirSync(join(folder, part), { recursive: true })
    for (const file of ['launch/atrium.cjs', 'launch/threads.cjs']) cpSync(join(root, 'host', file), join(folder, file))
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    writeFileSync(join(folder, 'dist/cli/main.js'), `console.log('published', process.env.UV_THREADPOOL_SIZE)`)
    const { stdout } = await atrium(join(folder, 'launch/atrium.cjs'))
    rmSync(folder, { recursive: true })
    expect(stdout).to.equal('published 12\n')
  })
})
