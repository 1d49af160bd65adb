import { type Static, Type } from 'typebox'
import type { DiagnosticCode } from './diagnostics/diagnostic-catalogue.ts'

/** Where a finding is: a line of the author's source, a pointer into a JSON file, or a place in a generated document. */
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
