import { Type } from '@atrium/sdk'

/** Schema of the id of another record, limited to what an integer column holds. */
export const reference = (title: string, description?: string) =>
  Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1, title, ...(description && { description }) })
