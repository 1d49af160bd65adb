import type { Static } from 'typebox'
import { Type } from 'typebox'
import type { DiagnosticCode } from './diagnostics/diagnostic-catalogue.ts'

/** The place of a finding: a line of the author's source, a pointer into a JSON file, or a place in a generated document. */
export const DiagnosticPlace = Type.Object(
  {
    file: Type.Optional(Type.String({ description: 'Relative to the plugin directory' })),
    line: Type.Optional(Type.Integer({ minimum: 1 })),
    column: Type.Optional(Type.Integer({ minimum: 1 })),
    pointer: Type.Optional(Type.String({ description: 'RFC 6901' })),
    document: Type.Optional(Type.String({ description: 'Id of a dashboard or form' })),
  },
  { additionalProperties: false },
)
export type DiagnosticPlace = Static<typeof DiagnosticPlace>

/** A finding about a plugin. A plugin with an error is not published; warnings do not stop it. */
export const Diagnostic = Type.Object(
  {
    code: Type.Unsafe<DiagnosticCode>({
      type: 'string',
      pattern: '^[a-z][a-z0-9_]*$',
      description: 'Explained at `/docs/diagnostics`; a newer host may have more',
    }),
    severity: Type.Enum(['error', 'warning']),
    message: Type.String(),
    where: Type.Optional(DiagnosticPlace),
    cause: Type.Optional(Type.String()),
    fix: Type.String(),
  },
  { additionalProperties: false },
)
export type Diagnostic = Static<typeof Diagnostic>

/** One mistake in a body: its place (RFC 6901), the keyword of the schema, and the reason. */
export const ProblemDetail = Type.Object({
  pointer: Type.String(),
  keyword: Type.String(),
  message: Type.String(),
  value: Type.Optional(
    Type.String({ description: 'The refused value, if the member stands for several: a date of a series' }),
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
  current: Type.Optional(Type.Unknown({ description: '412: the record in its current version' })),
  allowed: Type.Optional(
    Type.Array(Type.String(), { description: '409: the possible values, for example transitions' }),
  ),
  diagnostics: Type.Optional(Type.Array(Type.Unknown(), { description: 'plugin_failed: the reasons' })),
})
export type Problem = Static<typeof Problem>
