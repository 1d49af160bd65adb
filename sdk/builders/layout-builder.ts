import { DeclarationError } from '../declaration/declaration-error.ts'
import { Builder, draft_of, drafts_of } from './builder.ts'

/** Leaves (fields or entries) and the sections and grids around them. */
export type LayoutDraft<Leaf> = Leaf | Layout<Leaf>

type Layout<Leaf> =
  | { readonly kind: 'section'; readonly title: string; description?: string; readonly children: LayoutDraft<Leaf>[] }
  | { readonly kind: 'grid'; readonly columns: number; readonly children: LayoutDraft<Leaf>[] }
  | { readonly kind: 'tabs'; readonly steps?: true; readonly children: LayoutDraft<Leaf>[] }

/** A section, a grid or tabs. */
export class LayoutBuilder<Leaf> extends Builder<Layout<Leaf>> {
  /** A line of help below a section's heading. */
  description(description: string): this {
    if (draft_of<Layout<Leaf>>(this).kind === 'section') return this.set({ description })
    throw new DeclarationError(
      'grid_invalid',
      `A [${draft_of<Layout<Leaf>>(this).kind}] cannot have a [description()].`,
      { fix: 'Put the fields into a section, or remove the description.' },
    )
  }
}

type Nodes<Leaf extends object> = readonly (Builder<Leaf> | LayoutBuilder<Leaf>)[]

/** Nodes under a heading. */
export const section_of = <Leaf extends object>(title: string, nodes: Nodes<Leaf>): LayoutBuilder<Leaf> =>
  new LayoutBuilder<Leaf>({ kind: 'section', title, children: layout_of('section', nodes) })

/** Nodes side by side. @throws DeclarationError `grid_invalid` unless there are 1 to 4 columns */
export function grid_of<Leaf extends object>(columns: number, nodes: Nodes<Leaf>): LayoutBuilder<Leaf> {
  if (columns >= 1 && columns <= 4) {
    return new LayoutBuilder<Leaf>({ kind: 'grid', columns, children: layout_of('grid', nodes) })
  }
  throw new DeclarationError('grid_invalid', `A grid cannot have [${columns}] columns.`, {
    fix: 'Set a whole number from 1 to 4.',
  })
}

/**
 * Sections of which one is shown at a time.
 * @throws DeclarationError `argument_invalid` if a node is no section: its heading is what people choose by
 */
export function tabs_of<Leaf extends object>(method: 'tabs' | 'steps', nodes: Nodes<Leaf>): LayoutBuilder<Leaf> {
  const children = layout_of(method, nodes)
  if (children.length > 0 && children.every(isSection))
    return new LayoutBuilder<Leaf>({ kind: 'tabs', ...(method === 'steps' && { steps: true }), children })
  throw new DeclarationError('argument_invalid', `[${method}(…)] requires sections.`, {
    fix: `Write it like [${method}([field.section('Person', [field.text('name')]), field.section('Place', […])])].`,
  })
}

const isSection = (node: object) => 'kind' in node && node.kind === 'section'

/** The drafts of nodes, layout included. `method` is the author's, for messages. */
export const layout_of = <Leaf extends object>(method: string, nodes: Nodes<Leaf>): LayoutDraft<Leaf>[] =>
  drafts_of(method, nodes as readonly Builder<LayoutDraft<Leaf> & object>[])

/** The leaves of a layout, in order. */
export const leaves_of = <Leaf extends object>(nodes: readonly LayoutDraft<Leaf>[]): Leaf[] =>
  nodes.flatMap((node) => ('children' in node ? leaves_of(node.children) : [node]))
