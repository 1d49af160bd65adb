import type { LayoutNode } from '@atrium/sdk/documents'
import { gridColumns } from '../screen/grid-columns.ts'
import { UnknownKind } from '../screen/unknown-kind.tsx'
import { FieldSlot } from './field-slot.tsx'
import styles from './layout-nodes.module.css'

/** Fields as they are laid out: in sections, in grids, one below the other. */
export function LayoutNodes({ nodes }: { nodes: readonly LayoutNode[] }) {
  return (
    <div className={styles.nodes}>
      {nodes.map((node, index) => (
        <Node key={node.kind === 'field' ? node.name : index} node={node} />
      ))}
    </div>
  )
}

function Node({ node }: { node: LayoutNode }) {
  switch (node.kind) {
    case 'field':
      return <FieldSlot name={node.name} Layout={LayoutNodes} />
    case 'grid':
      return (
        <div className={styles.grid} style={gridColumns(node.columns)}>
          <LayoutNodes nodes={node.children} />
        </div>
      )
    case 'section':
      return (
        <fieldset className={styles.section}>
          <legend className={styles.title}>{node.title}</legend>
          {node.description !== undefined && <p className={styles.description}>{node.description}</p>}
          <LayoutNodes nodes={node.children} />
        </fieldset>
      )
    default:
      return <UnknownKind what="part of the form" kind={(node as { kind: string }).kind} />
  }
}
