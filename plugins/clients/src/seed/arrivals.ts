import type { Random } from '@atrium/sdk'

const DAY = 24 * 60 * 60_000

/** How long ago the first clients came, in days; a larger practice is older. */
const LONGEST = 1_095

/** When clients came, in order: more of them lately, on working days between seven and five, none today or later. */
export function arrivals(
  random: Random,
  { today, total, scale }: { today: string; total: number; scale: number },
): string[] {
  const longest = LONGEST * Math.max(1, scale)
  const times = Array.from({ length: total }, () => {
    const ago = 1 + Math.floor(longest * random.next() ** 1.15)
    return onWorkday(Date.parse(today) - ago * DAY) + random.integer(7 * 60, 17 * 60) * 60_000
  })
  return times.sort((one, other) => one - other).map((time) => new Date(time).toISOString())
}

/** The Friday before, for a day of the weekend. */
function onWorkday(midnight: number): number {
  const day = new Date(midnight).getUTCDay()
  return midnight - (day === 6 ? DAY : day === 0 ? 2 * DAY : 0)
}
