import assert from 'node:assert/strict'
import type { Static } from 'typebox'
import { Type } from 'typebox'
import { ApiError } from '../../errors/api-error.ts'
import type { WritableStore } from '../../records/record-store.ts'

/** A record with a field of every kind that a store must support. */
export const ConformanceRecord = Type.Object({
  id: Type.Integer({ readOnly: true }),
  name: Type.String(),
  status: Type.Enum(['draft', 'active', 'retired'], { default: 'draft' }),
  price: Type.Integer(),
  weight: Type.Optional(Type.Number()),
  visible: Type.Boolean({ default: true }),
  notes: Type.Optional(Type.String()),
  owner: Type.Union([Type.String(), Type.Null()], { default: null }),
  day: Type.Optional(Type.String({ format: 'date' })),
  starts_at: Type.Optional(Type.String({ format: 'date-time' })),
  tags: Type.Array(Type.String(), { default: [] }),
  place: Type.Optional(Type.Object({ city: Type.String(), street: Type.Optional(Type.String()) })),
  created_at: Type.String({ format: 'date-time', readOnly: true }),
  updated_at: Type.String({ format: 'date-time', readOnly: true }),
})
export type ConformanceRecord = Static<typeof ConformanceRecord>

/** The fields that the lists of the suite are sorted, filtered and searched by. */
export const CONFORMANCE_RULES = {
  sort: ['name', 'price', 'weight', 'starts_at'],
  filter: ['name', 'status', 'price', 'weight', 'visible', 'owner', 'day', 'starts_at', 'notes', 'tags'],
  search: ['name', 'notes'],
} as const

/** A store of `ConformanceRecord` with `CONFORMANCE_RULES` that supports every operation. */
export type ConformanceStore = WritableStore<ConformanceRecord>

/** Returns the ApiError that the promise rejects with, and asserts its code. */
export async function rejected(failing: Promise<unknown>, code: string): Promise<ApiError> {
  const error: unknown = await failing.then(
    () => assert.fail(`expected [${code}], but it succeeded`),
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof ApiError, `expected [${code}], but got ${String(error)}`)
  assert.equal(error.code, code)
  return error
}
