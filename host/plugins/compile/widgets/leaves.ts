import type { LayoutDraft } from '@atrium/sdk/host'

/** The fields or entries of a layout, without the sections and grids around them. */
export function leavesOf<Leaf extends { readonly kind: string; readonly name: string }>(
  nodes: readonly LayoutDraft<Leaf>[],
): Leaf[] {
  return nodes.flatMap((node) => ('children' in node ? leavesOf(node.children) : [node]))
}
