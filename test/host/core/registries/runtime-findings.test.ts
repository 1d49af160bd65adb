import { expect } from 'chai'
import { Hold } from '../../../../host/base/lifetime/index.ts'
import { RuntimeFindings } from '../../../../host/core/registries/runtime-findings.ts'

describe('The runtime findings of a plugin that fails very often', () => {
  it('count every failure, and read only some of its stacks', () => {
    const findings = new RuntimeFindings()
    let read = 0
    findings.begin('fleet', { lease: new Hold(), locate: () => ((read += 1), { file: 'src/index.ts', line: 7 }) })
    const fail = (work: string) =>
      findings.report({ plugin: 'fleet', code: 'timer_failed', work, error: new Error('no fuel') })
    for (let time = 0; time < 5_000; time += 1) fail('timer every 1 s')
    fail('timer every 2 s')
    const told = findings
      .of('fleet')
      ?.findings.map(({ work, count, message, where }) => ({ work, count, message, where }))
    const where = { file: 'src/index.ts', line: 7 }
    expect(told).to.deep.equal([
      { work: 'timer every 2 s', count: 1, message: 'Error: no fuel', where },
      { work: 'timer every 1 s', count: 5_000, message: 'Error: no fuel', where },
    ])
    expect(read).to.be.below(2_500)
  })
})
