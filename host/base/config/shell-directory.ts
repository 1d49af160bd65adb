import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')

/** The directory of the built web client. The path is the same whether the host runs from its sources or from `dist`. */
export const shellDirectory = path.join(path.basename(root) === 'dist' ? path.dirname(root) : root, 'shell/dist')
