/** A node and the ids of the nodes that it requires. */
interface GraphNode {
  id: string
  requires: readonly string[]
}

/** The place of a node: its column from the left and its row from the top, both from 0. */
export interface PlacedNode {
  id: string
  column: number
  row: number
}

/** A graph with the place of each node. */
export interface LayeredGraph {
  nodes: PlacedNode[]
  /** From the node that requires to the one that is required. */
  edges: { from: string; to: string }[]
  columns: number
  rows: number
}

/**
 * Places nodes in columns, so that each is to the left of all nodes it requires. Nodes without any edge are left out. A cycle is
 * cut where it closes.
 */
export function layeredGraph(all: readonly GraphNode[]): LayeredGraph {
  const edges = all.flatMap(({ id, requires }) => requires.map((to) => ({ from: id, to })))
  const ids = [...new Set(edges.flatMap(({ from, to }) => [from, to]))].sort()
  const depths = depthsOf(ids, edges)
  const columns = Math.max(0, ...depths.values()) + (ids.length > 0 ? 1 : 0)

  const rows = new Map<string, number>()
  const rowOf = (id: string) => rows.get(id) ?? 0
  const nodes: PlacedNode[] = []
  for (let depth = 0; depth < columns; depth += 1) {
    const level = ids.filter((id) => depths.get(id) === depth)
    const wish = new Map(level.map((id) => [id, mean(requiredBy(id, edges).map(rowOf))]))
    level.sort((a, b) => (wish.get(a) ?? 0) - (wish.get(b) ?? 0))
    level.forEach((id, row) => rows.set(id, row))
    nodes.push(...level.map((id, row) => ({ id, column: columns - 1 - depth, row })))
  }
  return { nodes, edges, columns, rows: Math.max(0, ...nodes.map(({ row }) => row + 1)) }
}

type Edges = LayeredGraph['edges']

const requiredBy = (id: string, edges: Edges) => edges.filter(({ from }) => from === id).map(({ to }) => to)

/** The length of the longest path from each node to one that requires nothing. */
function depthsOf(ids: readonly string[], edges: Edges): Map<string, number> {
  const depths = new Map<string, number>()
  const path = new Set<string>()

  function depthOf(id: string): number {
    const known = depths.get(id)
    if (known !== undefined) return known
    path.add(id)
    const next = requiredBy(id, edges).filter((to) => !path.has(to))
    const depth = next.length === 0 ? 0 : 1 + Math.max(...next.map(depthOf))
    path.delete(id)
    depths.set(id, depth)
    return depth
  }

  for (const id of ids) depthOf(id)
  return depths
}

function mean(numbers: readonly number[]): number {
  return numbers.length === 0 ? 0 : numbers.reduce((sum, each) => sum + each) / numbers.length
}
