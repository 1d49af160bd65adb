import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect } from 'chai'
import { countProcessorSeconds } from './processor-time.mjs'

const isLinux = process.platform === 'linux'

/** Works for half a second of processor time, says its process id, and waits. */
const WORK = `while (process.cpuUsage().user < 5e5) for (let count = 0; count < 1e6; count += 1);
  console.log(process.pid)
  setInterval(() => {}, 1000)`

/** Starts a process that works, and waits. */
const LEAD = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(WORK)}], { stdio: 'inherit' })
  setInterval(() => {}, 1000)`

describe('The processor time of a test file', () => {
  it('includes a process that was waited for', async () => {
    const endCount = countProcessorSeconds(process.pid)
    const work = spawn(process.execPath, ['-e', WORK])
    const exit = once(work, 'exit')
    await once(work.stdout, 'data')
    work.kill('SIGKILL')
    await exit
    const seconds = endCount()
    if (isLinux) expect(seconds).to.be.greaterThan(0.4)
    else expect(seconds).to.equal(undefined)
  })

  it('includes a process that outlived the one that started it, as Chromium does', async () => {
    const endCount = countProcessorSeconds(process.pid, { seconds: 0.05 })
    const lead = spawn(process.execPath, ['-e', LEAD])
    const exit = once(lead, 'exit')
    const [pid] = (await once(lead.stdout, 'data')) as [Buffer]
    lead.kill('SIGKILL')
    await exit
    process.kill(Number(pid.toString()), 'SIGKILL')
    const seconds = endCount()
    if (isLinux) expect(seconds).to.be.greaterThan(0.2)
    else expect(seconds).to.equal(undefined)
  })
})
