/** Milliseconds after which a person wonders whether anything happens, and is told again. */
const PATIENCE = 1_000

/**
 * Does the work, and tells a person who waits longer than a second what for, how long already and, where that is known, how far it
 * is: on standard error, where that is a terminal. The line is gone afterwards.
 */
export async function during<Result>(
  what: string,
  work: Promise<Result>,
  { progress = async () => '' }: { progress?: () => Promise<string> } = {},
): Promise<Result> {
  const { stderr } = process
  if (!stderr.isTTY) return work
  let seconds = 0
  const rewrite = (text: string) => stderr.write(`\r\u001b[K${text}`)
  let isOver = false
  const tell = async () => {
    const elapsed = (seconds += PATIENCE / 1000)
    const far = await progress().catch(() => '')
    if (!isOver) rewrite(`${what} … ${elapsed} s ${far}`.trimEnd())
  }
  const timer = setInterval(() => void tell(), PATIENCE)
  try {
    return await work
  } finally {
    isOver = true
    clearInterval(timer)
    if (seconds > 0) rewrite('')
  }
}
