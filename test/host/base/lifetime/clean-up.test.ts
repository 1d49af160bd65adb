import { setImmediate as turn } from 'node:timers/promises'
import { expect } from 'chai'
import { CleanUp } from '../../../../host/base/lifetime/index.ts'

describe('A clean-up', () => {
  it('runs its steps last in, first out, and continues after one that fails', async () => {
    const cleanUp = new CleanUp()
    const done: string[] = []
    cleanUp.add(() => void done.push('first'))
    cleanUp.add(() => Promise.reject(new Error('second')))
    cleanUp.add(() => void done.push('third'))
    const errors = await cleanUp.run()
    expect(done).to.deep.equal(['third', 'first'])
    expect(errors).to.have.lengthOf(1)
  })

  it('removes one step although the same function was added twice', async () => {
    const cleanUp = new CleanUp()
    let runs = 0
    const step = () => void runs++
    cleanUp.add(step)
    cleanUp.add(step)()
    await cleanUp.run()
    expect(runs).to.equal(1)
  })

  it('resolves a second run no earlier than the first and repeats no error', async () => {
    const cleanUp = new CleanUp()
    const done: string[] = []
    cleanUp.add(async () => {
      await turn()
      done.push('slow')
      throw new Error('slow')
    })
    const first = cleanUp.run()
    expect(await cleanUp.run()).to.deep.equal([])
    expect(done).to.deep.equal(['slow'])
    expect(await first).to.have.lengthOf(1)
  })

  it('runs at once what is added after its run, and reports its errors', async () => {
    const errors: unknown[] = []
    const cleanUp = new CleanUp({ onLateError: (error) => errors.push(error) })
    await cleanUp.run()
    let isDone = false
    cleanUp.add(() => {
      isDone = true
    })
    expect(isDone).to.equal(true)
    cleanUp.add(() => Promise.reject(new Error('late')))
    cleanUp.add(() => {
      throw new Error('later')
    })
    await turn()
    expect(errors.map(String)).to.have.members(['Error: late', 'Error: later'])
  })
})
