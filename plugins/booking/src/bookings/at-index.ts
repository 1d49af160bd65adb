import { ApiError } from '@atrium/sdk'

/** For `catch`: says which of several changes was refused, in the words and in the pointers. */
export function atIndex(index: number): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof ApiError)) throw error
    const { detail, errors, details, ...options } = error.options
    throw new ApiError(error.code, {
      ...options,
      status: error.status,
      detail: `Nothing was changed, because of change [${index}]: ${detail}`,
      ...(errors && { errors: mapKeys(errors, (field) => `${index}.${field}`) }),
      ...(details && { details: details.map((each) => ({ ...each, pointer: `/${index}${each.pointer}` })) }),
    })
  }
}

const mapKeys = (record: Record<string, string>, to: (key: string) => string) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [to(key), value]))
