import { mock } from 'node:test'
import { setImmediate as endOfTurn } from 'node:timers/promises'
import { expect } from 'chai'
import type { Handler } from '../../../../host/core/jobs/handlers.ts'
import { JobRun } from '../../../../host/core/jobs/job-run.ts'
import type { JobRow } from '../../../../host/core/jobs/job-table.ts'
import { Hold } from '../../../../host/base/lifetime/index.ts'

const row = { id: 1, plugin: 'fleet', kind: 'job', name: 'work' } as JobRow
const handler = (run: Handler['run'], lease = new Hold()): Handler => ({
  plugin: 'fleet',
  kind: 'job',
  name: 'work',
  lease,
  run,
})
const untilAborted: Handler['run'] = (_, signal) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))))

describe('One try of a job', () => {
  afterEach(() => mock.timers.reset())

  const stopped = async (reason: Parameters<JobRun['stop']>[0], run = untilAborted) => {
    const job = new JobRun(row)
    const outcome = job.run([handler(run)])
    job.stop(reason)
    return outcome
  }

  it('is done when its handlers are done, one after another', async () => {
    const seen: number[] = []
    const handlers = [1, 2].map((each) => handler(async () => void seen.push(each)))
    expect(await new JobRun(row).run(handlers)).to.deep.equal({ state: 'done' })
    expect(seen).to.deep.equal([1, 2])
  })

  it('fails with the error of a handler, even if it throws synchronously', async () => {
    const error = new Error('no')
    const thrown = handler(() => {
      throw error
    })
    expect(await new JobRun(row).run([thrown])).to.deep.equal({ state: 'failed', error })
  })

  it('counts as failed if it takes too long, and does not count if it must end for another reason', async () => {
    const late = await stopped('late')
    expect(late.state === 'failed' && late.error).to.have.property(
      'message',
      'The job did not finish within 60 minutes.',
    )
    expect(await stopped('closing')).to.deep.equal({ state: 'interrupted' })
    expect(await stopped('lost')).to.deep.equal({ state: 'lost' })
  })

  it('is abandoned 5 s after it was stopped', async () => {
    mock.timers.enable({ apis: ['setTimeout'] })
    let isOver = false
    const outcome = stopped('closing', () => new Promise(() => undefined)).finally(() => (isOver = true))
    mock.timers.tick(4_999)
    await endOfTurn()
    expect(isOver).to.equal(false)
    mock.timers.tick(1)
    expect(await outcome).to.deep.equal({ state: 'interrupted' })
  })

  it('that succeeds after it was stopped is done', async () => {
    expect(await stopped('closing', async () => undefined)).to.deep.equal({ state: 'done' })
  })

  it('is interrupted if its generation must end', async () => {
    const lease = new Hold()
    const outcome = new JobRun(row).run([handler(untilAborted, lease)])
    lease.end()
    expect(await outcome).to.deep.equal({ state: 'interrupted' })
    expect(lease.isIdle).to.equal(true)
  })
})
