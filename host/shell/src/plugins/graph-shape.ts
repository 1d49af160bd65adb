import type { CSSProperties } from 'react'
import type { LayeredGraph, PlacedNode } from './layered-graph.ts'

const WIDTH = 172
const HEIGHT = 36
const BESIDE = 64
const BELOW = 12

const leftOf = ({ column }: PlacedNode) => column * (WIDTH + BESIDE)
const topOf = ({ row }: PlacedNode) => row * (HEIGHT + BELOW)

/** How large the whole drawing is. */
export function graphSize({ columns, rows }: LayeredGraph): CSSProperties {
  return { width: columns * (WIDTH + BESIDE) - BESIDE, height: rows * (HEIGHT + BELOW) - BELOW }
}

/** Where the box of a node stands. */
export function nodeBox(node: PlacedNode): CSSProperties {
  return { left: leftOf(node), top: topOf(node), width: WIDTH, height: HEIGHT }
}

/** A curve from the right side of one box to the left side of another. */
export function edgePath(from: PlacedNode | undefined, to: PlacedNode | undefined): string {
  if (!from || !to) return ''
  const [x1, y1] = [leftOf(from) + WIDTH, topOf(from) + HEIGHT / 2]
  const [x2, y2] = [leftOf(to) - 2, topOf(to) + HEIGHT / 2]
  const bend = BESIDE / 2
  return `M${x1} ${y1} C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`
}
