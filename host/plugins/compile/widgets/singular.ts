/** A heading in the plural as one of its kind reads in a sentence: "Items" → "item", "Categories" → "category". */
export function singular(title: string): string {
  const lower = title.charAt(0).toLowerCase() + title.slice(1)
  if (lower.endsWith('ies')) return `${lower.slice(0, -3)}y`
  if (/(s|x|z|ch|sh)es$/.test(lower)) return lower.slice(0, -2)
  return lower.endsWith('s') && !lower.endsWith('ss') ? lower.slice(0, -1) : lower
}
