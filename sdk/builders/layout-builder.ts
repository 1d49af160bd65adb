import { DeclarationError } from '../declaration/declaration-error.ts'

/** Leaves (fields or entries) and the sections and grids around them. */
export type LayoutDraft<Leaf> =
  | Leaf
  | { readonly kind: 'section'; readonly title: string; description?: string; readonly children: LayoutDraft<Leaf>[] }
  | { readonly kind: 'grid'; readonly columns: number; readonly children: LayoutDraft<Leaf>[] }

type Layout<Leaf> = Exclude<LayoutDraft<Leaf>, Leaf>

/** A section or a grid. */
export class LayoutBuilder<Leaf> {
  readonly draft: Layout<Leaf>

  constructor(draft: Layout<Leaf>) {
    if (draft.kind === 'grid' && !(draft.columns >= 1 && draft.columns <= 4)) {
      throw new DeclarationError('grid_invalid', `A grid cannot have [${draft.columns}] columns.`, {
        fix: 'Give a whole number from 1 to 4.',
      })
    }
    this.draft = draft
  }

  /** A line of help below a section's heading. */
  description(description: string): this {
    if (this.draft.kind !== 'section') {
      throw new DeclarationError('grid_invalid', 'A [grid] cannot have a [description()].', {
        fix: 'Put the fields into a section, or leave the description out.',
      })
    }
    this.draft.description = description
    return this
  }
}
