/** Throws unless both answers have the same records in the same order and the same total; otherwise a comparison is pointless. */
export async function requireSame(...answers: readonly Promise<Response>[]): Promise<void> {
  const told = await Promise.all(answers.map(tell))
  if (new Set(told).size > 1) throw new Error(`The two lists differ, so they cannot be compared:\n${told.join('\n')}`)
}

async function tell(answer: Promise<Response>): Promise<string> {
  const response = await answer
  const rows = (await response.json()) as Record<string, unknown>[]
  const known = rows.map(({ id, name, starts_at }) => [id, name, starts_at])
  return JSON.stringify([response.headers.get('x-total-count'), known])
}
