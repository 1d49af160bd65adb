import type { PluginStatus } from '@atrium/sdk/documents'
import { useMemo } from 'react'
import type { CSSProperties } from 'react'
import { t } from '../language/t.ts'
import { PathLink } from '../screen/path-link.tsx'
import styles from './dependency-graph.module.css'
import type { LayeredGraph, PlacedNode } from './layered-graph.ts'
import { layeredGraph } from './layered-graph.ts'
import { stateColors, stateLabels } from './plugin-words.ts'
import sections from './plugins-screen.module.css'

/** The sizes of a box, in pixels, and the gaps between columns and rows. */
const WIDTH = 172
const HEIGHT = 36
const BESIDE = 64
const BELOW = 12

const leftOf = ({ column }: PlacedNode) => column * (WIDTH + BESIDE)
const topOf = ({ row }: PlacedNode) => row * (HEIGHT + BELOW)

/** Draws the requirements between plugins. Renders nothing if no plugin requires another. */
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
        {t('Dependencies')}
      </h2>
      <p className={sections.hint}>{t('Each arrow points from a plugin to one that it requires.')}</p>
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

/** A plugin that is required but not installed is not a link. */
function GraphNode({ id, plugins }: { id: string; plugins: readonly PluginStatus[] }) {
  const plugin = plugins.find((each) => each.id === id)
  if (!plugin) {
    return (
      <span className={styles.node} data-absent data-color="red">
        <span className={styles.title}>{id}</span>
        <span className={styles.absent}>{t('not installed')}</span>
      </span>
    )
  }
  const required = Object.keys(plugin.requires).map(
    (other) => plugins.find((each) => each.id === other)?.title ?? other,
  )
  const label = [
    plugin.title,
    t(stateLabels[plugin.state]),
    required.length > 0 && t('requires {required}', { required: required.join(', ') }),
  ]
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

function graphSize({ columns, rows }: LayeredGraph): CSSProperties {
  return { width: columns * (WIDTH + BESIDE) - BESIDE, height: rows * (HEIGHT + BELOW) - BELOW }
}

function nodeBox(node: PlacedNode): CSSProperties {
  return { left: leftOf(node), top: topOf(node), width: WIDTH, height: HEIGHT }
}

/** A curve from the right side of one box to the left side of another. */
function edgePath(from: PlacedNode | undefined, to: PlacedNode | undefined): string {
  if (!from || !to) return ''
  const [x1, y1] = [leftOf(from) + WIDTH, topOf(from) + HEIGHT / 2]
  const [x2, y2] = [leftOf(to) - 2, topOf(to) + HEIGHT / 2]
  const bend = BESIDE / 2
  return `M${x1} ${y1} C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`
}
