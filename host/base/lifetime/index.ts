/** Owning resources, waiting, repeating and releasing. */
export { CleanUp } from './clean-up.ts'
export { debounce, type Debounced, singleFlight, TurnNotes } from './debounce.ts'
export { Hold, type Lease } from './hold.ts'
export { Listeners } from './listeners.ts'
export { Slots } from './slots.ts'
export { TaskQueue } from './task-queue.ts'
export { once, repeat } from './timers.ts'
export { settled, withinTime } from './waiting.ts'
