/** One line of the table. */
export interface Finding {
  readonly measure: string
  readonly figure: string
  readonly wanted: string
  readonly met: boolean
}

/** Measures something and cleans up afterwards. */
export type Measure = () => Promise<Finding[]>

/** @param note how the value came about */
export function atLeast(
  measure: string,
  value: number,
  { wanted, unit = '', note = '', digits = 2 }: { wanted: number; unit?: string; note?: string; digits?: number },
): Finding {
  return {
    measure,
    figure: told(value.toFixed(digits) + unit, note),
    wanted: `≥ ${wanted}${unit}`,
    met: value >= wanted,
  }
}

/** @param note how the value came about */
export function atMost(
  measure: string,
  value: number,
  { wanted, unit = '', note = '', digits = 2 }: { wanted: number; unit?: string; note?: string; digits?: number },
): Finding {
  return {
    measure,
    figure: told(value.toFixed(digits) + unit, note),
    wanted: `≤ ${wanted}${unit}`,
    met: value <= wanted,
  }
}

const told = (figure: string, note: string) => (note === '' ? figure : `${figure} (${note})`)
