/** The label a name makes: `created_at` → "Created at", `mark-paid` → "Mark paid", `client_id` → "Client", `id` → "ID". */
export function label_of(name: string): string {
  if (name === 'id') return 'ID'
  const words = name.replace(/_id$/, '').replaceAll(/[_-]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
