/**
 * Orders paths so that at each segment a literal stands before a parameter: `/items/create` before `/items/{item_id}` and
 * `/items/:id`.
 */
export function literalsFirst(a: string, b: string): number {
  const left = a.split('/')
  const right = b.split('/')
  for (const [index, segment] of left.entries()) {
    const other = right[index]
    if (other === undefined) return 1
    const order = Number(isParameter(segment)) - Number(isParameter(other))
    if (order !== 0) return order
    if (segment !== other) return segment < other ? -1 : 1
  }
  return left.length - right.length
}

const isParameter = (segment: string) => segment.startsWith('{') || segment.startsWith(':')
