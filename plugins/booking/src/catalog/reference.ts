import { Type } from '@atrium/sdk'

/** Schema of the id of another record. More than an integer column holds is nobody's id. */
export const reference = (title: string, description?: string) =>
  Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1, title, ...(description && { description }) })
