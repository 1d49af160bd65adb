/** Milliseconds after which a person wonders whether anything happens. */
const PATIENCE = 1_000

const FRAME = 200

/**
 * Does the work, and tells a person who waits longer than a second what for and how long already: on standard error, where that is
 * a terminal. The line is gone afterwards.
 */
export async function during<Result>(what: string, work: Promise<Result>): Promise<Result> {
  const { stderr } = process
  if (!stderr.isTTY) return work
  const begun = performance.now()
  const tell = () => {
    const waited = performance.now() - begun
    if (waited >= PATIENCE) stderr.write(`\r\u001b[K${what} … ${Math.floor(waited / 1000)} s`)
  }
  const timer = setInterval(tell, FRAME)
  try {
    return await work
  } finally {
    clearInterval(timer)
    if (performance.now() - begun >= PATIENCE) stderr.write('\r\u001b[K')
  }
}
