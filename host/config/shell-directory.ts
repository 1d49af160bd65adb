import path from 'node:path'

const here = import.meta.dirname

/** Where the built web client is: in the host's package, whether the host runs from its sources or from `dist`. */
export const shellDirectory = path.join(
  here,
  path.basename(path.dirname(here)) === 'dist' ? '../..' : '..',
  'shell/dist',
)
