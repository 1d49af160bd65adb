const UNITS = ['bytes', 'KB', 'MB', 'GB'] as const

/** How large a file is, as people say it: `1.5 MB`. */
export function formatBytes(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(bytes, 1)) / 10)))
  return `${Number((bytes / 1024 ** step).toFixed(1))} ${UNITS[step]}`
}
