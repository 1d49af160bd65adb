const PERMISSION = /^[a-z][a-z0-9-]*(\.[a-z][a-z0-9_-]*){1,3}$/

/** Whether a value has the form of a permission. */
export const is_permission = (value: unknown): boolean => typeof value === 'string' && PERMISSION.test(value)

/** How a permission is written. */
export const PERMISSION_FIX = 'Write `<plugin>.<resource>.<action>`, for example `clients.documents.view`.'
