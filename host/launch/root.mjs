import { fileURLToPath } from 'node:url'

/** The repository's folder, so that the launch scripts work from any current directory. */
export const root = fileURLToPath(new URL('../../', import.meta.url))
