import type { Logger } from '../../services/logger.ts'

/** A line that a plugin wrote to its log. */
export interface RecordedLine {
  readonly level: keyof Logger
  readonly message: string
  readonly details?: Record<string, unknown> | undefined
}

/** A log that is kept to be looked at. */
export function fake_logger(): { log: Logger; lines: readonly RecordedLine[] } {
  const lines: RecordedLine[] = []
  const writer = (level: keyof Logger) => (message: string, details?: Record<string, unknown>) =>
    void lines.push({ level, message, ...(details && { details }) })
  const log = { debug: writer('debug'), info: writer('info'), warn: writer('warn'), error: writer('error') }
  return { log, lines }
}
