import { expect } from 'chai'
import { ApiProblem } from '../../host/shell/src/api/api-problem.ts'
import { rethrowReadable } from '../../host/shell/src/form/readable-problem.ts'
import { applyFormats } from '../../host/shell/src/values/person-formats.ts'

describe('The days in an error of the host', () => {
  afterEach(() => applyFormats({}))
  const readable = (texts: { detail: string; errors?: Record<string, string> }) => {
    const answered = { type: '', title: '', status: 409, code: 'taken', message: '', request_id: '', retryable: false }
    try {
      return rethrowReadable(new ApiProblem({ ...answered, ...texts }, '"1"'))
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      return error
    }
  }
  const shown = (detail: string) => readable({ detail }).message

  it('are written as the person writes days, in the sentence and at the fields', () => {
    applyFormats({ locale: 'de', time_zone: 'Europe/Berlin' })
    const { problem, etag } = readable({
      detail: '2 of 4 dates are not available (2026-12-07, 2026-12-28). Choose another time.',
      errors: { starts_at: '2026-12-07 13:00: This time has already been booked' },
    })
    expect(problem.detail).to.equal('2 of 4 dates are not available (07.12.2026, 28.12.2026). Choose another time.')
    expect(problem.errors?.starts_at).to.equal('07.12.2026, 13:00: This time has already been booked')
    expect(etag, 'the version of the answer').to.equal('"1"')
    expect(shown('The trial ended on 2026-11-29.')).to.equal('The trial ended on 29.11.2026.')
  })

  it('follow the chosen date style and the hours of the clock', () => {
    applyFormats({ locale: 'en', formats: { date_style: 'long', hour_cycle: 'h23' } })
    expect(shown('Taken: 2026-12-07 13:00')).to.equal('Taken: December 7, 2026 at 13:00')
  })

  it('stay as they are where they are not days of a sentence', () => {
    for (const text of [
      'The value [2026-12-07] is not a time.',
      '“2026-12-07” is not a number.',
      'The file report-2026-12-07.pdf is missing.',
      'It begins at 2026-12-07T13:00:00Z.',
      'There is no 2026-02-31.',
      'Enter it as YYYY-MM-DD.',
    ])
      expect(shown(text)).to.equal(text)
  })
})
