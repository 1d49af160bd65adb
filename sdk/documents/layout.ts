import type { TSchema } from 'typebox'
import { Type } from 'typebox'
import { FieldName } from './identifier.ts'

/** Where a field of a form stands. `name` is an entry of the form's `fields`. */
type FieldPlace = { kind: 'field'; name: string }

const FieldPlace = Type.Object({ kind: Type.Literal('field'), name: FieldName }, { additionalProperties: false })

/** Where the fields of a form stand. */
export const LayoutNode = layoutOf<FieldPlace>('LayoutNode', FieldPlace)
/** The same for the objects of a list. It has a name of its own because names inside one schema must be unique. */
export const ItemLayoutNode = layoutOf<FieldPlace>('ItemLayoutNode', FieldPlace)
export type LayoutNode = Layout<FieldPlace>

/** Nodes under a heading. */
export interface Section<Leaf> {
  kind: 'section'
  title: string
  description?: string
  children: Layout<Leaf>[]
}

/** Leaves (fields or entries) and the sections, grids and tabs around them. */
export type Layout<Leaf> =
  | Leaf
  | Section<Leaf>
  | { kind: 'grid'; columns: number; children: Layout<Leaf>[] }
  | { kind: 'tabs'; steps?: true; children: Section<Leaf>[] }

/** The schema of a layout of such leaves; `name` is its name for references to itself. */
export function layoutOf<Leaf>(name: string, leaf: TSchema) {
  const children = Type.Array(Type.Ref(name))
  const section = Type.Object(
    {
      kind: Type.Literal('section'),
      title: Type.String(),
      description: Type.Optional(Type.String()),
      children,
    },
    { additionalProperties: false },
  )
  const grid = Type.Object(
    { kind: Type.Literal('grid'), columns: Type.Integer({ minimum: 1, maximum: 4 }), children },
    { additionalProperties: false },
  )
  const tabs = Type.Object(
    {
      kind: Type.Literal('tabs'),
      steps: Type.Optional(Type.Literal(true, { description: 'One after the other, with a button to go on' })),
      children: Type.Array(section, { description: 'Each is a tab, of which one is shown' }),
    },
    { additionalProperties: false },
  )
  return Type.Unsafe<Layout<Leaf>>(Type.Cyclic({ [name]: Type.Union([leaf, section, grid, tabs]) }, name))
}
