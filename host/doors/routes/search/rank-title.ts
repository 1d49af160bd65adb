/** How well a title suits what is looked for: 0 is the same, 1 begins with it, 2 has a word that does, 3 holds it, 4 found by another field. */
export function rankTitle(title: string, query: string): number {
  const text = title.toLocaleLowerCase()
  const wanted = query.toLocaleLowerCase()
  if (text === wanted) return 0
  if (text.startsWith(wanted)) return 1
  if (text.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(wanted))) return 2
  return text.includes(wanted) ? 3 : 4
}
