import { present_caller } from '@atrium/sdk'
import { as_caller } from '@atrium/sdk/host'
import { expect } from 'chai'
import { CleanUp, Hold } from '../../../../host/base/lifetime/index.ts'
import { CommitGate, GenerationScope } from '../../../../host/plugins/generation/generation-scope.ts'
import { RuntimeFindings } from '../../../../host/core/registries/index.ts'
import { ADA } from '../../core/operations/fixture.ts'

const create = () => {
  const gate = new CommitGate()
  const activities = new CleanUp()
  const scope = new GenerationScope({
    plugin: 'fleet',
    lease: new Hold(),
    gate,
    activities,
    findings: new RuntimeFindings(),
  })
  const log: string[] = []
  const start = (name: string) => () => {
    log.push(`start ${name}`)
    return () => void log.push(`stop ${name}`)
  }
  return { gate, activities, scope, log, start }
}

describe('The scope of a generation', () => {
  it('starts what was declared when it commits, and stops it when its successor commits', async () => {
    const { gate, activities, scope, log, start } = create()
    scope.schedule(start('a'))
    scope.schedule(start('b'))()
    expect(log).to.be.empty
    expect(scope.isCurrent).to.equal(false)
    gate.open()
    expect(scope.isCurrent).to.equal(true)
    scope.schedule(start('c'))
    await activities.run()
    expect(scope.isCurrent).to.equal(false)
    expect(log.filter((line) => line.startsWith('start'))).to.deep.equal(['start a', 'start c'])
    expect(log.filter((line) => line.startsWith('stop'))).to.have.members(['stop a', 'stop c'])
  })

  it('starts nothing after its successor has committed', async () => {
    const { gate, activities, scope, log, start } = create()
    gate.open()
    await activities.run()
    scope.schedule(start('late'))
    expect(log).to.be.empty
  })

  it('stops only once, even when asked twice', async () => {
    const { gate, activities, scope, log, start } = create()
    gate.open()
    const stop = scope.schedule(start('a'))
    stop()
    stop()
    await activities.run()
    expect(log).to.deep.equal(['start a', 'stop a'])
  })

  it('forgets work that has ended on its own', async () => {
    const { gate, activities, scope, log } = create()
    gate.open()
    scope.schedule((onOver) => {
      onOver()
      return () => void log.push('stop')
    })
    await activities.run()
    expect(log).to.be.empty
  })

  it('starts its work outside the call that reloaded the plugin', () => {
    const { gate, scope } = create()
    let caller: unknown = 'nobody asked'
    scope.schedule(() => {
      caller = present_caller()
      return () => undefined
    })
    as_caller(ADA, () => gate.open())
    expect(caller).to.equal(undefined)
  })
})
