import { type Static, Type } from 'typebox'

/** One thing wrong with a body: where (RFC 6901), which keyword of the schema, and why. */
export const ProblemDetail = Type.Object({
  pointer: Type.String(),
  keyword: Type.String(),
  message: Type.String(),
  value: Type.Optional(
    Type.String({ description: 'What was refused, where one member stands for several: a date of a series' }),
  ),
})
export type ProblemDetail = Static<typeof ProblemDetail>

/**
 * The body of every 4xx and 5xx: a superset of RFC 9457, sent as `application/problem+json`. `message` repeats `detail` and
 * `errors` maps field to text, because that is where react-admin looks.
 */
export const Problem = Type.Object({
  type: Type.String(),
  title: Type.String(),
  status: Type.Integer({ minimum: 400, maximum: 599 }),
  detail: Type.String(),
  code: Type.String({ description: 'Stable; never reused for something else' }),
  message: Type.String(),
  errors: Type.Optional(Type.Record(Type.String(), Type.String())),
  details: Type.Optional(Type.Array(ProblemDetail)),
  request_id: Type.String(),
  retryable: Type.Boolean(),
  current: Type.Optional(Type.Unknown({ description: '412: the record as it stands now' })),
  allowed: Type.Optional(Type.Array(Type.String(), { description: '409: what is possible from here' })),
  diagnostics: Type.Optional(Type.Array(Type.Unknown(), { description: 'plugin_failed: why' })),
})
export type Problem = Static<typeof Problem>
