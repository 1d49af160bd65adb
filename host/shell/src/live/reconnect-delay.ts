const SHORTEST = 500
const LONGEST = 30_000

/**
 * How long to wait before the next attempt, in milliseconds: twice as long after each failure, up to 30 s, of which half is left
 * to chance, so that the clients of a host that was restarted do not all come at once.
 * @param failures in a row, from 1
 * @param random from 0 to 1
 */
export function reconnectDelay(failures: number, random: number): number {
  const full = Math.min(LONGEST, SHORTEST * 2 ** (failures - 1))
  return (full / 2) * (1 + random)
}
