import { expect } from 'chai'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openPractice } from './open-practice.ts'
import { fileForm } from './suites/files.ts'
import type { Practice } from './suites/practice.ts'

interface Import {
  status: string
  rows_done: number
  rows_created: number
}

const ROWS = 300

describe('An import that is interrupted', () => {
  let dataDir: string
  before(async () => (dataDir = await mkdtemp(path.join(tmpdir(), 'atrium-clients-'))))
  after(() => rm(dataDir, { recursive: true, force: true }))

  const until = async (practice: Practice, holds: (read: Import) => boolean) => {
    for (;;) {
      const { body } = await practice.ask<Import>('GET', '/imports/1')
      if (holds(body)) return body
      await pause(5)
    }
  }

  it('continues where it stopped when the host is back, and creates no client twice', async () => {
    const first = await openPractice({ dataDir })
    const csv = `family_name,email\n${Array.from({ length: ROWS }, (_, at) => `Number,n${at}@x.example`).join('\n')}\n`
    await first.host.request('/api/v1/clients/imports', { method: 'POST', body: fileForm(csv) })
    await until(first, ({ rows_done }) => rows_done > 0)
    await first.host.close()
    const second = await openPractice({ dataDir })
    try {
      const done = await until(second, ({ status }) => status === 'done')
      expect(done).to.include({ rows_done: ROWS, rows_created: ROWS })
      const { headers } = await second.ask('GET', '/clients?_limit=1')
      expect(headers.get('x-total-count')).to.equal(String(ROWS))
    } finally {
      await second.host.close()
    }
  })
})
