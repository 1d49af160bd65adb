import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')

/** Where the built web client is: in the host's package, whether the host runs from its sources or from `dist`. */
export const shellDirectory = path.join(path.basename(root) === 'dist' ? path.dirname(root) : root, 'shell/dist')
