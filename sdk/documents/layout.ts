import { type TSchema, Type } from 'typebox'

/** Leaves (fields or entries) and the sections and grids around them. */
export type Layout<Leaf> =
  | Leaf
  | { kind: 'section'; title: string; description?: string; children: Layout<Leaf>[] }
  | { kind: 'grid'; columns: number; children: Layout<Leaf>[] }

/** The schema of a layout of such leaves; `name` is what it calls itself where it stands inside itself. */
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
  return Type.Unsafe<Layout<Leaf>>(Type.Cyclic({ [name]: Type.Union([leaf, section, grid]) }, name))
}
