import { ApiError } from '@atrium/sdk'
import { expect } from 'chai'

describe('An ApiError', () => {
  it('without a detail says how to write it, because it would be answered with nothing', () => {
    const Untyped = ApiError as unknown as new (code: string, options?: unknown) => ApiError
    for (const options of [undefined, 404, 'The van is away.', { status: 404 }])
      expect(() => new Untyped('Van is away', options)).to.throw(
        TypeError,
        /of \[Van is away\] has no detail\. Write: new ApiError\('van_away'/,
      )
  })
})
