import { ApiError } from '@atrium/sdk'
import { expect } from 'chai'
import { loggedFailure } from '../../../../host/base/errors/index.ts'

describe('What the log says about a server error', () => {
  it('is one line for an outage, which every request meets, with the error of the driver', () => {
    const cause = new Error('could not extend file: No space left on device')
    const full = new ApiError('database_full', { detail: 'There is no space left.', cause })
    expect(loggedFailure(full)).to.deep.equal({ code: 'database_full', reason: cause.message })
    const open = new ApiError('plugin_unavailable', { detail: 'Try again in 30 s.' })
    expect(loggedFailure(open)).to.deep.equal({ code: 'plugin_unavailable', reason: 'Try again in 30 s.' })
  })

  it('is the whole error if a line of code is the reason', () => {
    const cause = new TypeError('no number')
    expect(loggedFailure(new ApiError('internal_error', { detail: 'It was logged.', cause }))).to.deep.equal({
      code: 'internal_error',
      err: cause,
    })
  })
})
