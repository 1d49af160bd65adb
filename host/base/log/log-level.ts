/** The levels of `LOG_LEVEL`, loudest last but for `silent`, which is nothing at all. */
export const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const

export type LogLevel = (typeof LOG_LEVELS)[number]
