/** Milliseconds after which a person wonders whether anything happens, and is told again. */
const PATIENCE = 1_000

/**
 * Does the work, and tells a person who waits longer than a second what for and how long already: on standard error, where that is
 * a terminal. The line is gone afterwards.
 */
export async function during<Result>(what: string, work: Promise<Result>): Promise<Result> {
  const { stderr } = process
  if (!stderr.isTTY) return work
  let seconds = 0
  const rewrite = (text: string) => stderr.write(`\r\u001b[K${text}`)
  const timer = setInterval(() => rewrite(`${what} … ${(seconds += PATIENCE / 1000)} s`), PATIENCE)
  try {
    return await work
  } finally {
    clearInterval(timer)
    if (seconds > 0) rewrite('')
  }
}
