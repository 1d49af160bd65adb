import { expect } from 'chai'
import type { Diagnostic } from '@atrium/sdk/documents'
import { createLogger } from '../../../../host/base/log/index.ts'
import { DiagnosticLog } from '../../../../host/plugins/supervise/diagnostic-log.ts'

const diagnostic = (severity: Diagnostic['severity'], message: string): Diagnostic => ({
  code: severity === 'error' ? 'stage_failed' : 'title_shown_twice',
  severity,
  message,
  where: { file: 'src/index.ts', line: 3 },
  fix: 'Mend it.',
})

describe('The log of a plugin’s diagnostics', () => {
  it('writes each diagnostic once at the level of its severity, with place, fix and what keeps serving', async () => {
    const lines: Record<string, unknown>[] = []
    const stream = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) }
    const log = new DiagnosticLog(await createLogger({ level: 'info', pretty: false, stream }))
    const failed = { plugin: 'a', state: 'failed', serving: 1 } as const
    const error = diagnostic('error', 'It threw.')
    log.write([error], failed)
    log.write([], { ...failed, state: 'activating' })
    log.write([error], failed)
    expect(lines).to.have.length(1)
    expect(lines[0]).to.deep.include({
      plugin: 'a',
      serving: 1,
      code: 'stage_failed',
      where: error.where,
      fix: 'Mend it.',
    })
    log.write([diagnostic('warning', 'Twice.')], { plugin: 'a', state: 'active', serving: 2 })
    log.write([error], failed)
    expect(lines.map(({ msg, level }) => [msg, level])).to.deep.equal([
      ['It threw.', 'error'],
      ['Twice.', 'warn'],
      ['It threw.', 'error'],
    ])
  })
})
