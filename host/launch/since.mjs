/**
 * Formats the time since `begun` (a value of `performance.now()`): "0.4 s", "73 s".
 *
 * @param {number} begun
 */
export function since(begun) {
  const seconds = (performance.now() - begun) / 1000
  return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`
}
