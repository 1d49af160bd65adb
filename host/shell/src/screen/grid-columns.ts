import type { CSSProperties } from 'react'

/** How many columns a grid of a document has; style sheets let it fall back to one on narrow screens. */
export function gridColumns(columns: number): CSSProperties {
  return { '--columns': columns } as CSSProperties
}
