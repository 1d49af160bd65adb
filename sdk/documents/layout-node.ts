import { Type } from 'typebox'
import { FieldName } from './identifier.ts'
import { type Layout, layoutOf } from './layout.ts'

/** Where a field of a form stands. `name` is an entry of the form's `fields`. */
type FieldPlace = { kind: 'field'; name: string }

const FieldPlace = Type.Object({ kind: Type.Literal('field'), name: FieldName }, { additionalProperties: false })

/** Where the fields of a form stand. */
export const LayoutNode = layoutOf<FieldPlace>('LayoutNode', FieldPlace)
/** The same in each object of a list. By a name of its own: a schema in which two are called the same is ambiguous. */
export const ItemLayoutNode = layoutOf<FieldPlace>('ItemLayoutNode', FieldPlace)
export type LayoutNode = Layout<FieldPlace>
