/** Lets a test set the clock of this process back, as an administrator or a time server would. Call `undo` at its end. */
export function movableClock(): { setBack: (milliseconds: number) => void; undo: () => void } {
  const now = Date.now
  let back = 0
  Date.now = () => now.call(Date) - back
  return {
    setBack: (milliseconds) => {
      back += milliseconds
    },
    undo: () => {
      Date.now = now
    },
  }
}
