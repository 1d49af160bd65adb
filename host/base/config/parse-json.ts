/** Where a text stops being JSON, counted from 1. */
export interface JsonMistake {
  readonly message: string
  readonly line?: number
  readonly column?: number
}

/**
 * Reads JSON. JSON.parse tells the place of a mistake only now and then; esbuild, loaded only when there is one, always does.
 * A byte order mark at the beginning is passed over.
 */
export async function parseJson(text: string): Promise<{ value: unknown } | { mistake: JsonMistake }> {
  const source = text.replace(/^\uFEFF/, '')
  try {
    return { value: JSON.parse(source) }
  } catch (error) {
    return { mistake: (await locate(source)) ?? { message: (error as Error).message } }
  }
}

async function locate(source: string): Promise<JsonMistake | undefined> {
  const { transform } = await import('esbuild')
  try {
    await transform(source, { loader: 'json', logLevel: 'silent' })
    return undefined
  } catch (error) {
    const [first] =
      (error as { errors?: { text: string; location: { line: number; column: number } | null }[] }).errors ?? []
    return first?.location
      ? { message: first.text, line: first.location.line, column: first.location.column + 1 }
      : undefined
  }
}
