/** The label a name makes: `created_at` → "Created at", `mark-paid` → "Mark paid", `client_id` → "Client", `base_url` → "Base URL". */
export function label_of(name: string): string {
  if (name === 'id') return 'ID'
  const words = name
    .replace(/_id$/, '')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
    .replaceAll(/[^ ]+/g, (word) => SPELLINGS.get(word) ?? word)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Words that are not written in small letters. */
const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ['oauth', 'OAuth'],
  ...['api', 'csv', 'html', 'http', 'https', 'iban', 'id', 'ip', 'json', 'mcp', 'pdf', 'sms', 'url', 'vat'].map(
    (word) => [word, word.toUpperCase()] as const,
  ),
])
