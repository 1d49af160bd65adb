import assert from 'node:assert/strict'
import { ApiError } from '../../errors/api-error.ts'

/** The ApiError that something fails with; it has to have the code. */
export async function rejected(failing: Promise<unknown>, code: string): Promise<ApiError> {
  const error: unknown = await failing.then(
    () => assert.fail(`expected [${code}], but it succeeded`),
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof ApiError, `expected [${code}], but got ${String(error)}`)
  assert.equal(error.code, code)
  return error
}
