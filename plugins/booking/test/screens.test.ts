import { expect } from 'chai'
import { openPractice } from './open-practice.ts'
import type { Practice } from './suites/practice.ts'

describe('The screens of booking', () => {
  let practice: Practice
  before(async () => (practice = await openPractice()))
  after(() => practice.host.close())

  it('come without a finding', async () => {
    const { body } = await practice.ask('GET', '/api/v1/plugins/booking')
    expect({ state: body.state, diagnostics: body.diagnostics }).to.deep.equal({ state: 'active', diagnostics: [] })
  })
})
