/** Takes back what the call that returned it did. Calling it twice is harmless. */
export type Undo = () => void
