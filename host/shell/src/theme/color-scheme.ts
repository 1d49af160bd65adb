import { localStorageColorSchemeManager } from '@mantine/core'

/** Remembers the chosen theme under the key that `boot.ts` reads before the first paint. */
export const colorScheme = localStorageColorSchemeManager({ key: 'atrium-theme' })
