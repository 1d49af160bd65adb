import type { PluginStatus } from '@atrium/sdk/documents'
import { useMemo } from 'react'
import { PathLink } from '../screen/path-link.tsx'
import styles from './dependency-graph.module.css'
import { edgePath, graphSize, nodeBox } from './graph-shape.ts'
import { layeredGraph } from './layered-graph.ts'
import { stateColors, stateLabels } from './plugin-states.ts'
import sections from './plugins-screen.module.css'

/** Who requires whom: an arrow leads from a plugin to what it requires. Nothing where no plugin requires another. */
export function DependencyGraph({ plugins }: { plugins: readonly PluginStatus[] }) {
  const graph = useMemo(
    () => layeredGraph(plugins.map(({ id, requires }) => ({ id, requires: Object.keys(requires) }))),
    [plugins],
  )
  if (graph.nodes.length === 0) return null
  const at = new Map(graph.nodes.map((node) => [node.id, node]))

  return (
    <section className={sections.section} aria-labelledby="dependencies">
      <h2 id="dependencies" className={sections.heading}>
        Dependencies
      </h2>
      <p className={sections.hint}>An arrow leads from a plugin to what it requires.</p>
      <div className={styles.scroll} tabIndex={0} role="group" aria-labelledby="dependencies">
        <div className={styles.graph} style={graphSize(graph)}>
          <svg className={styles.edges} aria-hidden>
            <marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">
              <path d="M1 1 7 4 1 7" className={styles.head} />
            </marker>
            {graph.edges.map(({ from, to }) => (
              <path key={`${from} ${to}`} d={edgePath(at.get(from), at.get(to))} markerEnd="url(#arrow)" />
            ))}
          </svg>
          <ul className={styles.nodes}>
            {graph.nodes.map((node) => (
              <li key={node.id} className={styles.place} style={nodeBox(node)}>
                <GraphNode id={node.id} plugins={plugins} />
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  )
}

/** A plugin in the graph. One that is required, but not there, is no link. */
function GraphNode({ id, plugins }: { id: string; plugins: readonly PluginStatus[] }) {
  const plugin = plugins.find((each) => each.id === id)
  if (!plugin) {
    return (
      <span className={styles.node} data-absent data-color="red">
        <span className={styles.title}>{id}</span>
        <span className={styles.absent}>not there</span>
      </span>
    )
  }
  const required = Object.keys(plugin.requires).map(
    (other) => plugins.find((each) => each.id === other)?.title ?? other,
  )
  const label = [plugin.title, stateLabels[plugin.state], required.length > 0 && `requires ${required.join(', ')}`]
  return (
    <PathLink
      href={`/platform/plugins/${id}`}
      className={styles.node}
      data-color={stateColors[plugin.state]}
      aria-label={label.filter(Boolean).join(', ')}
    >
      <span className={styles.title}>{plugin.title}</span>
    </PathLink>
  )
}
