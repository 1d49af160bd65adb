import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { expect } from 'chai'
import { runBundler, stopBundler } from '../../../../host/plugins/load/bundler.ts'

const build = async (contents = 'export default 1') => {
  const result = await runBundler({ stdin: { contents }, write: false, logLevel: 'silent' })
  return result.outputFiles[0]?.text.trim()
}

/** Makes a build start a new esbuild child and captures it as it is spawned. The tests' own loader may have another one. */
async function startChild(): Promise<ChildProcess> {
  await stopBundler()
  const spawned: ChildProcess[] = []
  const notice = (message: unknown) => spawned.push((message as { process: ChildProcess }).process)
  subscribe('child_process', notice)
  await build()
  unsubscribe('child_process', notice)
  expect(spawned).to.have.length(1)
  return spawned[0]!
}

describe('runBundler', () => {
  it('starts a new esbuild child after the old one was killed', async () => {
    const child = await startChild()
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
    expect(await build()).to.contain('export default 1')
  })

  it('replaces a killed child once for all builds that used it', async () => {
    const child = await startChild()
    const builds = Array.from({ length: 8 }, (_, number) => build(`export default ${number}`))
    child.kill('SIGKILL')
    expect((await Promise.all(builds)).map((text) => /default|stdin/.test(text ?? ''))).to.not.include(false)
  })

  it('ends an idle child, and starts another for the next build', async () => {
    const child = await startChild()
    const exited = once(child, 'exit')
    await runBundler({ stdin: { contents: 'export default 1' }, write: false }, { idleLimit: 10 })
    await exited
    expect(await build()).to.contain('export default 1')
  })

  it('can build again after being stopped', async () => {
    await stopBundler()
    expect(await build()).to.contain('export default 1')
  })

  it('does not retry a build that fails because of its source', async () => {
    let starts = 0
    const counting = {
      name: 'counting',
      setup: (on: { onStart: (run: () => void) => void }) => on.onStart(() => void starts++),
    }
    const failing = runBundler({ stdin: { contents: 'const' }, write: false, logLevel: 'silent', plugins: [counting] })
    expect(await failing.catch((error: Error) => error.message)).to.contain('Build failed')
    expect(starts).to.equal(1)
  })
})
