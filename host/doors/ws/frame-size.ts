import { requireJsonWithin } from '../../base/errors/index.ts'

/** The most characters of a payload that a plugin sends: as much as may wait for a client that does not read. */
const LARGEST_FRAME = 4_000_000

/** @throws TypeError if the payload is larger, or JSON cannot hold it */
export const requireFrame = (payload: unknown, what: string): void =>
  requireJsonWithin(LARGEST_FRAME, payload, { what, instead: 'Send it in parts, or the path where clients get it.' })
