import type { Caller } from '@atrium/sdk'

/** Who calls an `open` operation without signing in: may nothing, and is nobody's record. */
export const ANONYMOUS: Caller = {
  id: 'anonymous',
  kind: 'person',
  name: 'Nobody',
  can: () => false,
  scope: () => undefined,
}
