import { ApiError } from '@atrium/sdk'
import { expect } from 'chai'
import { persist } from '../src/persist.ts'

describe('What a chat stores', () => {
  /** Fails as often as there are errors. */
  function failing(...errors: readonly Error[]) {
    const left = [...errors]
    const run = () => {
      const error = left.shift()
      return error === undefined ? Promise.resolve('stored') : Promise.reject(error)
    }
    return { run, left }
  }

  it('is stored again after the database was too busy or away', async () => {
    const busy = new ApiError('database_busy', { detail: 'The database is busy.' })
    const { run, left } = failing(busy, new Error('Connection terminated unexpectedly'))
    expect(await persist(run)).to.equal('stored')
    expect(left).to.deep.equal([])
  })

  for (const error of [
    new ApiError('permission_denied', { detail: 'No.' }),
    new Error('UNIQUE constraint failed: ai_agents_frames.seq'),
    new Error('duplicate key value violates unique constraint'),
  ])
    it(`is given up at once after: ${error.message}`, async () => {
      const { run, left } = failing(error, new Error('again'))
      expect(await persist(run).catch((thrown: unknown) => thrown)).to.equal(error)
      expect(left).to.have.length(1)
    })
})
