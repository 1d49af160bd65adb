import { Type } from 'typebox'
import { FieldName } from './identifier.ts'

/** Where the fields of a form stand. `field` names an entry of the form's `fields`. */
export type LayoutNode =
  | { kind: 'field'; name: string }
  | { kind: 'section'; title: string; description?: string; children: LayoutNode[] }
  | { kind: 'grid'; columns: number; children: LayoutNode[] }

const children = Type.Array(Type.Ref('LayoutNode'))

export const LayoutNode = Type.Unsafe<LayoutNode>(
  Type.Cyclic(
    {
      LayoutNode: Type.Union([
        Type.Object({ kind: Type.Literal('field'), name: FieldName }, { additionalProperties: false }),
        Type.Object(
          {
            kind: Type.Literal('section'),
            title: Type.String(),
            description: Type.Optional(Type.String()),
            children,
          },
          { additionalProperties: false },
        ),
        Type.Object(
          { kind: Type.Literal('grid'), columns: Type.Integer({ minimum: 1, maximum: 4 }), children },
          { additionalProperties: false },
        ),
      ]),
    },
    'LayoutNode',
  ),
)
