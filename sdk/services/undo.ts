/** Undoes the call that returned it. Calling it twice is harmless. */
export type Undo = () => void
