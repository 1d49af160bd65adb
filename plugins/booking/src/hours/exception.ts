import { type Static, Type } from '@atrium/sdk'
import { reference } from '../catalog/reference.ts'

/** When a specialist is away in spite of the weekly hours, or there besides them. */
export const Exception = Type.Object(
  {
    id: Type.Integer({ readOnly: true }),
    specialist_id: reference('Specialist'),
    kind: Type.Enum(['absent', 'extra'], { default: 'absent' }),
    starts_at: Type.String({ format: 'date-time' }),
    ends_at: Type.String({ format: 'date-time' }),
    reason: Type.Optional(Type.String({ maxLength: 200 })),
    created_at: Type.String({ format: 'date-time', readOnly: true }),
  },
  { title: 'Exception' },
)
export type Exception = Static<typeof Exception>
