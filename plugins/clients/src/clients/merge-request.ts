import { Type } from '@atrium/sdk'

/** What is sent to make one client of two. */
export const MergeRequest = Type.Object({ other_id: Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 }) })
