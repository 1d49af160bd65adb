import { expect } from 'chai'
import { toApiError } from '../../../../host/base/errors/to-api-error.ts'

describe('toApiError', () => {
  it('answers 503 with Retry-After while no file can be opened, and 507 where there is no space', () => {
    const refused = (code: string) => toApiError(Object.assign(new Error(code), { code, syscall: 'open' }))
    for (const code of ['EMFILE', 'ENFILE']) {
      const { status, code: told, options } = refused(code)
      expect([status, told, 'retry-after' in (options.headers ?? {})]).to.deep.equal([503, 'too_many_open_files', true])
    }
    expect(refused('ENOSPC')).to.include({ status: 507, code: 'storage_full' })
  })
})
