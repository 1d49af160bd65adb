import type { Entry, EntryNode } from '@atrium/sdk/documents'

/** A node that holds others. */
export type EntryFrame = Extract<EntryNode, { kind: 'section' | 'grid' }>

/** Puts neighbouring entries together, so that they become one definition list; frames stand between. */
export function groupEntries(nodes: readonly EntryNode[]): (Entry[] | EntryFrame)[] {
  const groups: (Entry[] | EntryFrame)[] = []
  for (const node of nodes) {
    const last = groups.at(-1)
    if (isFrame(node)) groups.push(node)
    else if (Array.isArray(last)) last.push(node)
    else groups.push([node])
  }
  return groups
}

function isFrame(node: EntryNode): node is EntryFrame {
  return node.kind === 'section' || node.kind === 'grid'
}
